package dev.manta.internal.data;

/// Random numbers as functions of what they are for.
public final class SeededRandom {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private SeededRandom() {}

  /// A number that looks like any other, from two.
  public static long mix(long a, long b) {
    long z = a + GOLDEN * (b + 1);
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  public static long hash(String text) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    }
    return mix(hash, text.length());
  }

  /// A number of at least 0 and below 1.
  public static double unit(long random) {
    return (random >>> 11) * 0x1p-53;
  }

  /// The numbers below `count` in random order.
  public static int[] permutation(int count, long seed) {
    int[] order = new int[count];
    permute(order, seed);
    return order;
  }

  /// Fills an array with the numbers below its length in random order.
  public static void permute(int[] order, long seed) {
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    shuffle(order, seed);
  }

  public static void shuffle(int[] order, long seed) {
    for (int i = order.length - 1; i > 0; i--) {
      int j = below(mix(seed, i), i + 1);
      int other = order[j];
      order[j] = order[i];
      order[i] = other;
    }
  }

  /// A number below a bound from a random one.
  static int below(long random, int bound) {
    return (int) (((random >>> 32) * bound) >>> 32);
  }
}
