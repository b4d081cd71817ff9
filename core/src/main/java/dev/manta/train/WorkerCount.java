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

  /// Reads a number, or a range such as `2-8`.
  public static WorkerCount parse(String text) {
    if (!text.matches("\\d{1,6}(-\\d{1,6})?")) {
      throw new IllegalArgumentException(
          "workers are a number or a range such as 2-8, not \"" + text + "\"");
    }
    String[] ends = text.split("-", -1);
    return new WorkerCount(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
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
