package dev.manta.formats.parquet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.manta.data.Column;
import dev.manta.data.Memory;
import dev.manta.data.Type;
import java.lang.foreign.MemorySegment;

/// Decimals in byte strings of any length, the highest byte first.
final class ByteDecimals {
  private static final int WIDTH = 16;

  private ByteDecimals() {}

  static Column of(
      Type type, Present present, MemorySegment offsets, MemorySegment bytes, Memory memory) {
    MemorySegment to = memory.allocate((long) present.rows() * WIDTH);
    to.fill((byte) 0);
    for (int i = 0; i < present.rows(); i++) {
      int from = offsets.getAtIndex(JAVA_INT_UNALIGNED, i);
      int length = offsets.getAtIndex(JAVA_INT_UNALIGNED, i + 1L) - from;
      if (length > WIDTH) {
        throw new IllegalArgumentException("a decimal of " + length + " bytes");
      }
      byte sign = length == 0 ? 0 : (byte) (bytes.get(JAVA_BYTE, from) >> 7);
      for (int b = 0; b < WIDTH; b++) {
        byte value = b < length ? bytes.get(JAVA_BYTE, (long) from + length - 1 - b) : sign;
        to.set(JAVA_BYTE, (long) i * WIDTH + b, value);
      }
    }
    return Column.fixed(type, present.rows(), present.bitmap(memory), to);
  }
}
