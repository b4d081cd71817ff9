package dev.manta.internal.collective.tcp;

/// This rank's place in a chain of ranks, and its neighbours there (below 0: none).
record ChainPlace(int left, int right) {
  boolean isHead() {
    return left < 0;
  }

  boolean isTail() {
    return right < 0;
  }

  /// All ranks of a group in their order.
  static ChainPlace of(int me, int size) {
    return new ChainPlace(me - 1, me + 1 < size ? me + 1 : -1);
  }
}
