package dev.manta.internal.run;

/// Numbers with their nouns.
final class Counts {
  private Counts() {}

  /// `1 worker`, `2 workers`.
  static String workers(long count) {
    return count == 1 ? "1 worker" : count + " workers";
  }
}
