package dev.manta.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Bitmaps as Arrow lays them out: the lowest bit of a byte comes first.
public final class Bits {
  private Bits() {}

  /// Whether a bit is set.
  public static boolean at(MemorySegment bits, long index) {
    return (bits.get(ValueLayout.JAVA_BYTE, index >>> 3) >>> (index & 7) & 1) != 0;
  }

  /// Sets a bit.
  public static void set(MemorySegment bits, long index) {
    byte before = bits.get(ValueLayout.JAVA_BYTE, index >>> 3);
    bits.set(ValueLayout.JAVA_BYTE, index >>> 3, (byte) (before | 1 << (index & 7)));
  }

  /// How many bytes hold these many bits.
  public static long bytes(long bits) {
    return (bits + 7) >>> 3;
  }

  /// Copies bits to the beginning or middle of another bitmap, whose bits there are zero.
  public static void copy(MemorySegment from, long at, MemorySegment to, long start, int count) {
    for (int i = 0; i < count; i++) {
      if (at(from, at + i)) {
        set(to, start + i);
      }
    }
  }
}
