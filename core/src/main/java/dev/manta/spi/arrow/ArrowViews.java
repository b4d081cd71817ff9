package dev.manta.spi.arrow;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.manta.data.Bits;
import dev.manta.data.Column;
import dev.manta.data.Memory;
import dev.manta.data.Type;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Texts and byte strings that lie in views: a length, and then the bytes where they are few, else
/// their beginning, a buffer's number and where in it they are.
///
/// @param views one for each row
record ArrowViews(MemorySegment views, List<MemorySegment> buffers) {
  /// The bytes of a view.
  static final int WIDTH = 16;

  private static final int SHORT_MAX = 12;
  private static final int BYTES_AT = 4;
  private static final int BUFFER_AT = 8;
  private static final int OFFSET_AT = 12;

  /// The same values one behind the other.
  Column column(Type type, int rows, @Nullable MemorySegment validity, Memory memory) {
    MemorySegment offsets = memory.allocate((rows + 1L) * Integer.BYTES);
    offsets.setAtIndex(JAVA_INT_UNALIGNED, 0, 0);
    long size = 0;
    for (int i = 0; i < rows; i++) {
      size += isNull(validity, i) ? 0 : value(i).byteSize();
      offsets.setAtIndex(JAVA_INT_UNALIGNED, i + 1L, Math.toIntExact(size));
    }
    MemorySegment bytes = memory.allocate(size);
    for (int i = 0; i < rows; i++) {
      if (!isNull(validity, i)) {
        int to = offsets.getAtIndex(JAVA_INT_UNALIGNED, i);
        MemorySegment value = value(i);
        MemorySegment.copy(value, 0, bytes, to, value.byteSize());
      }
    }
    return Column.variable(type, rows, validity, offsets, bytes);
  }

  private static boolean isNull(@Nullable MemorySegment validity, int row) {
    return validity != null && !Bits.at(validity, row);
  }

  private int part(int row, int at) {
    return views.get(JAVA_INT_UNALIGNED, (long) row * WIDTH + at);
  }

  private int length(int row) {
    int length = part(row, 0);
    if (length < 0) {
      throw new IllegalArgumentException("row %s has %s bytes".formatted(row, length));
    }
    return length;
  }

  private MemorySegment value(int row) {
    int length = length(row);
    return length <= SHORT_MAX
        ? views.asSlice((long) row * WIDTH + BYTES_AT, length)
        : buffers.get(part(row, BUFFER_AT)).asSlice(part(row, OFFSET_AT), length);
  }
}
