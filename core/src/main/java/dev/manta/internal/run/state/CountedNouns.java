package dev.manta.internal.run.state;

/// Numbers with their nouns.
public final class CountedNouns {
  private CountedNouns() {}

  /// `1 worker`, `2 workers`.
  public static String workers(long count) {
    return count == 1 ? "1 worker" : count + " workers";
  }
}
