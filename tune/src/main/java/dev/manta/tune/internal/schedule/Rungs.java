package dev.manta.tune.internal.schedule;

/// Steps at which trials are compared.
final class Rungs {
  private Rungs() {}

  static void check(long least, long most, int factor) {
    if (least < 1 || most < least) {
      throw new IllegalArgumentException(
          "the first rung " + least + " must be at least 1 and at most the last step " + most);
    }
    if (factor < 2) {
      throw new IllegalArgumentException("one of at least 2 continues, not of " + factor);
    }
  }
}
