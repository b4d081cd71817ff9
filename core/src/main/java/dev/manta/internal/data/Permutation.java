package dev.manta.internal.data;

/// A random order of the numbers below a bound that is computed place by place: a Feistel network
/// on the next even number of bits, walked on until it is below the bound.
public final class Permutation {
  private static final int ROUNDS = 6;

  private final long bound;
  private final int half;
  private final long mask;
  private final long[] keys = new long[ROUNDS];

  public Permutation(long bound, long seed) {
    this.bound = bound;
    int bits = Math.max(2, Long.SIZE - Long.numberOfLeadingZeros(Math.max(bound - 1, 1)));
    this.half = (bits + 1) / 2;
    this.mask = (1L << half) - 1;
    for (int i = 0; i < ROUNDS; i++) {
      keys[i] = SeededRandom.mix(seed, i);
    }
  }

  /// What is at a place.
  public long at(long place) {
    long value = place;
    do {
      value = once(value);
    } while (value >= bound);
    return value;
  }

  private long once(long value) {
    long left = value >>> half;
    long right = value & mask;
    for (long key : keys) {
      long next = left ^ (SeededRandom.mix(key, right) & mask);
      left = right;
      right = next;
    }
    return left << half | right;
  }
}
