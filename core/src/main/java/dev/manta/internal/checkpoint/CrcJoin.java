package dev.manta.internal.checkpoint;

/// The CRC-32C of two pieces together, from those of each: a byte that follows changes the one
/// before it by a linear map, and so do many.
final class CrcJoin {
  private static final int BITS = 32;
  private static final int POLYNOMIAL = 0x82F63B78;

  private CrcJoin() {}

  /// @param length of the second piece
  static int joined(int first, int second, long length) {
    if (first == 0) {
      return second;
    }
    int[] step = twice(twice(twice(bit())));
    int joined = first;
    for (long left = length; left > 0; left >>>= 1) {
      joined = (left & 1) == 1 ? applied(step, joined) : joined;
      step = twice(step);
    }
    return joined ^ second;
  }

  /// What a zero bit that follows does.
  private static int[] bit() {
    int[] map = new int[BITS];
    map[0] = POLYNOMIAL;
    for (int i = 1; i < BITS; i++) {
      map[i] = 1 << (i - 1);
    }
    return map;
  }

  /// The same twice.
  private static int[] twice(int[] map) {
    int[] result = new int[BITS];
    for (int i = 0; i < BITS; i++) {
      result[i] = applied(map, map[i]);
    }
    return result;
  }

  private static int applied(int[] map, int vector) {
    int result = 0;
    for (int i = 0; i < BITS; i++) {
      result ^= (vector >>> i & 1) == 1 ? map[i] : 0;
    }
    return result;
  }
}
