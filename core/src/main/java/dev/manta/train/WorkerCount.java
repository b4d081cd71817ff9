package dev.manta.train;

/// How many workers a run may have.
public record WorkerCount(int min, int max) {
  public WorkerCount {
    if (min < 1) {
      throw new IllegalArgumentException("workers must be at least 1, not " + min);
    }
    if (max < min) {
      throw new IllegalArgumentException("max workers " + max + " is below min workers " + min);
    }
  }

  /// Whether the number may change while training.
  public boolean elastic() {
    return min != max;
  }

  @Override
  public String toString() {
    return elastic() ? min + "–" + max : Integer.toString(min);
  }
}
