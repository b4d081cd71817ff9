package dev.manta.tune.internal.numbers;

import java.util.random.RandomGenerator;

/// Random numbers by SplitMix64: the same on every JDK, and as many streams as there are pairs of
/// seed and number.
public final class RandomStream implements RandomGenerator {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long state;

  private RandomStream(long state) {
    this.state = state;
  }

  /// The stream of a seed and a number.
  public static RandomStream of(long seed, long number) {
    return new RandomStream(mix(mix(seed + GOLDEN) ^ (number * GOLDEN + 1)));
  }

  @Override
  public long nextLong() {
    state += GOLDEN;
    return mix(state);
  }

  /// By the quantile of one uniform number, so that each takes the same number of steps.
  @Override
  public double nextGaussian() {
    return Gaussian.quantile(nextDouble() + 0x1p-54);
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
