package dev.manta.internal.data.rows;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.manta.data.Batch;
import dev.manta.data.Bits;
import dev.manta.data.Column;
import dev.manta.data.Memory;
import dev.manta.data.Type;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Copies rows in any order.
public final class RowGather {
  private RowGather() {}

  /// The rows with these numbers, in this order. The batch stays open.
  public static Batch rows(Batch from, int[] rows, Memory memory) {
    List<Column> columns = new ArrayList<>();
    for (Column column : from.columns()) {
      columns.add(column(column, rows, memory));
    }
    return Batch.of(from.schema(), columns, rows.length, memory);
  }

  /// The values of rows with these numbers, in this order.
  static Column column(Column from, int[] rows, Memory memory) {
    MemorySegment validity = validity(from, rows, memory);
    if (from.type() instanceof Type.ListOf) {
      return lists(from, rows, validity, memory);
    }
    if (from.type().isVariable()) {
      return variable(from, rows, validity, memory);
    }
    return Column.fixed(from.type(), rows.length, validity, values(from, rows, memory));
  }

  private static @Nullable MemorySegment validity(Column from, int[] rows, Memory memory) {
    if (!from.hasNulls()) {
      return null;
    }
    MemorySegment bits = zeros(rows.length, memory);
    for (int i = 0; i < rows.length; i++) {
      if (!from.isNull(rows[i])) {
        Bits.set(bits, i);
      }
    }
    return bits;
  }

  private static MemorySegment zeros(int bits, Memory memory) {
    MemorySegment zeros = memory.allocate(Bits.bytes(bits));
    zeros.fill((byte) 0);
    return zeros;
  }

  private static MemorySegment values(Column from, int[] rows, Memory memory) {
    int width = from.type().width();
    if (width == 0) {
      return bits(from, rows, memory);
    }
    MemorySegment to = memory.allocate((long) rows.length * width);
    copy(from.segment(), rows, to, width);
    return to;
  }

  private static MemorySegment bits(Column from, int[] rows, Memory memory) {
    MemorySegment to = zeros(rows.length, memory);
    for (int i = 0; i < rows.length; i++) {
      if (from.wholeAt(rows[i]) != 0) {
        Bits.set(to, i);
      }
    }
    return to;
  }

  private static void copy(MemorySegment from, int[] rows, MemorySegment to, int width) {
    switch (width) {
      case 1 -> {
        for (int i = 0; i < rows.length; i++) {
          to.set(JAVA_BYTE, i, from.get(JAVA_BYTE, rows[i]));
        }
      }
      case 2 -> {
        for (int i = 0; i < rows.length; i++) {
          to.setAtIndex(JAVA_SHORT_UNALIGNED, i, from.getAtIndex(JAVA_SHORT_UNALIGNED, rows[i]));
        }
      }
      case 4 -> ints(from, rows, to);
      case 8 -> {
        for (int i = 0; i < rows.length; i++) {
          to.setAtIndex(JAVA_LONG_UNALIGNED, i, from.getAtIndex(JAVA_LONG_UNALIGNED, rows[i]));
        }
      }
      default -> {
        for (int i = 0; i < rows.length; i++) {
          MemorySegment.copy(from, (long) rows[i] * width, to, (long) i * width, width);
        }
      }
    }
  }

  private static void ints(MemorySegment from, int[] rows, MemorySegment to) {
    for (int i = 0; i < rows.length; i++) {
      to.setAtIndex(JAVA_INT_UNALIGNED, i, from.getAtIndex(JAVA_INT_UNALIGNED, rows[i]));
    }
  }

  private static Column variable(
      Column from, int[] rows, @Nullable MemorySegment validity, Memory memory) {
    MemorySegment offsets = offsets(from, rows, memory);
    MemorySegment bytes = memory.allocate(offsets.getAtIndex(JAVA_INT_UNALIGNED, rows.length));
    for (int i = 0; i < rows.length; i++) {
      int at = from.offset(rows[i]);
      long length = (long) from.offset(rows[i] + 1) - at;
      int target = offsets.getAtIndex(JAVA_INT_UNALIGNED, i);
      MemorySegment.copy(from.bytes(), at, bytes, target, length);
    }
    return Column.variable(from.type(), rows.length, validity, offsets, bytes);
  }

  private static MemorySegment offsets(Column from, int[] rows, Memory memory) {
    MemorySegment offsets = memory.allocate((rows.length + 1L) * Integer.BYTES);
    int end = 0;
    offsets.set(JAVA_INT_UNALIGNED, 0, 0);
    for (int i = 0; i < rows.length; i++) {
      end = Math.addExact(end, from.offset(rows[i] + 1) - from.offset(rows[i]));
      offsets.setAtIndex(JAVA_INT_UNALIGNED, i + 1L, end);
    }
    return offsets;
  }

  private static Column lists(
      Column from, int[] rows, @Nullable MemorySegment validity, Memory memory) {
    MemorySegment offsets = offsets(from, rows, memory);
    int[] elements = new int[offsets.getAtIndex(JAVA_INT_UNALIGNED, rows.length)];
    int at = 0;
    for (int row : rows) {
      for (int i = from.offset(row); i < from.offset(row + 1); i++) {
        elements[at++] = i;
      }
    }
    return Column.list(rows.length, validity, offsets, column(from.elements(), elements, memory));
  }
}
