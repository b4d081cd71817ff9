package dev.manta.formats.parquet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.manta.data.Bits;
import dev.manta.data.Memory;
import dev.manta.data.Type;
import java.lang.foreign.MemorySegment;
import java.time.LocalDate;

/// Values as they are in the file, made what their type says.
final class Conversion {
  private static final long JULIAN_EPOCH = 2_440_588;
  private static final long DAY_NANOS = 86_400_000_000_000L;

  private Conversion() {}

  static MemorySegment of(Leaf leaf, int width, int rows, MemorySegment from, Memory memory) {
    Type type = leaf.type();
    if (type == Type.Scalar.BOOL) {
      return bits(rows, from, memory);
    }
    if (leaf.physical() == Leaf.Physical.INT96) {
      return moments(rows, from, memory);
    }
    if (type instanceof Type.Decimal) {
      return decimals(leaf, width, rows, from, memory);
    }
    return type.width() == width ? from : resized(type.width(), width, rows, from, memory);
  }

  private static MemorySegment bits(int rows, MemorySegment from, Memory memory) {
    MemorySegment bits = memory.allocate(Bits.bytes(rows));
    bits.fill((byte) 0);
    for (int i = 0; i < rows; i++) {
      if (from.get(JAVA_BYTE, i) != 0) {
        Bits.set(bits, i);
      }
    }
    return bits;
  }

  /// Nanoseconds of the day, then the day by Julius Caesar's count.
  private static MemorySegment moments(int rows, MemorySegment from, Memory memory) {
    MemorySegment to = memory.allocate((long) rows * Long.BYTES);
    for (int i = 0; i < rows; i++) {
      long nanos = from.get(JAVA_LONG_UNALIGNED, i * 12L);
      long day = from.get(JAVA_INT_UNALIGNED, i * 12L + 8);
      to.setAtIndex(JAVA_LONG_UNALIGNED, i, day == 0 && nanos == 0 ? 0 : moment(day, nanos));
    }
    return to;
  }

  private static long moment(long day, long nanos) {
    try {
      return Math.addExact(Math.multiplyExact(day - JULIAN_EPOCH, DAY_NANOS), nanos);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "%s is outside the years 1677 to 2262, which nanoseconds reach; write timestamps in microseconds"
              .formatted(LocalDate.ofEpochDay(day - JULIAN_EPOCH)),
          e);
    }
  }

  /// Numbers of up to 128 bits; in byte strings the highest byte comes first.
  private static MemorySegment decimals(
      Leaf leaf, int width, int rows, MemorySegment from, Memory memory) {
    MemorySegment to = memory.allocate(rows * 16L);
    boolean reversed = leaf.physical() == Leaf.Physical.FIXED;
    if (width > 16) {
      throw new IllegalArgumentException("decimals of " + width + " bytes");
    }
    for (int i = 0; i < rows; i++) {
      byte top = from.get(JAVA_BYTE, (long) i * width + (reversed ? 0 : width - 1));
      for (int b = 0; b < 16; b++) {
        long at = (long) i * width + (reversed ? width - 1 - b : b);
        to.set(JAVA_BYTE, i * 16L + b, b < width ? from.get(JAVA_BYTE, at) : (byte) (top >> 7));
      }
    }
    return to;
  }

  /// Small integers are stored as larger ones; times of day in milliseconds as smaller ones.
  private static MemorySegment resized(
      int to, int width, int rows, MemorySegment from, Memory memory) {
    MemorySegment all = memory.allocate((long) rows * to);
    for (int i = 0; i < rows; i++) {
      if (to > width) {
        all.setAtIndex(JAVA_LONG_UNALIGNED, i, from.getAtIndex(JAVA_INT_UNALIGNED, i));
      } else {
        MemorySegment.copy(from, (long) i * width, all, (long) i * to, to);
      }
    }
    return all;
  }
}
