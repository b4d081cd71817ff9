package dev.manta.tune.internal.search;

import dev.manta.tune.internal.numbers.RandomStream;

/// Sobol's sequence with the direction numbers of Joe and Kuo, its digits scrambled by a random
/// lower-triangular matrix and a random shift for each seed.
final class Sobol {
  private static final int BITS = 32;

  private final int[][] directions;
  private final int[] shifts;

  Sobol(int dimensions, long seed) {
    directions = new int[dimensions][];
    shifts = new int[dimensions];
    for (int i = 0; i < dimensions; i++) {
      var random = RandomStream.of(seed, 0x50B01L + i);
      directions[i] = scramble(directions(i), random);
      shifts[i] = random.nextInt();
    }
  }

  static int dimensionsMax() {
    return JoeKuo.dimensions();
  }

  /// The point of a number, by Gray code.
  double[] point(int number) {
    double[] point = new double[directions.length];
    int gray = number ^ (number >>> 1);
    for (int i = 0; i < point.length; i++) {
      int bits = shifts[i];
      for (int bit = 0; gray >>> bit != 0; bit++) {
        bits ^= (gray >>> bit & 1) == 0 ? 0 : directions[i][bit];
      }
      point[i] = (Integer.toUnsignedLong(bits) + 0.5) * 0x1p-32;
    }
    return point;
  }

  private static int[] directions(int dimension) {
    int[] numbers = new int[BITS];
    int[] first = JoeKuo.initial(dimension);
    int degree = first.length;
    for (int k = 0; k < BITS; k++) {
      numbers[k] =
          k < degree
              ? first[k] << (BITS - 1 - k)
              : next(numbers, k, degree, JoeKuo.polynomial(dimension));
    }
    return numbers;
  }

  private static int next(int[] numbers, int k, int degree, int polynomial) {
    if (degree == 0) {
      return 1 << (BITS - 1 - k);
    }
    int value = numbers[k - degree] ^ (numbers[k - degree] >>> degree);
    for (int i = 1; i < degree; i++) {
      if ((polynomial >>> (degree - 1 - i) & 1) != 0) {
        value ^= numbers[k - i];
      }
    }
    return value;
  }

  /// Multiplies each number, as a vector of digits, with a random lower-triangular matrix.
  private static int[] scramble(int[] numbers, RandomStream random) {
    int[] rows = new int[BITS];
    for (int i = 0; i < BITS; i++) {
      int above = i == 0 ? 0 : -1 << (BITS - i);
      rows[i] = (random.nextInt() & above) | 1 << (BITS - 1 - i);
    }
    int[] scrambled = new int[BITS];
    for (int k = 0; k < BITS; k++) {
      for (int i = 0; i < BITS; i++) {
        scrambled[k] |= (Integer.bitCount(rows[i] & numbers[k]) & 1) << (BITS - 1 - i);
      }
    }
    return scrambled;
  }
}
