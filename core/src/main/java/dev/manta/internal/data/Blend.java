package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Rows of several batches in a given order.
///
/// Numbers go through arrays of the heap: the JIT makes straight code of that, and each column by
/// itself fits into the processor's cache.
final class Blend {
  private static final ThreadLocal<Blend> OF_THREAD = ThreadLocal.withInitial(Blend::new);

  private int[] ints = new int[0];
  private int[] shuffledInts = new int[0];
  private long[] longs = new long[0];
  private long[] shuffledLongs = new long[0];

  private Blend() {}

  /// The rows with these numbers, counted through all batches. The batches stay open.
  static Batch of(List<Batch> batches, int[] order, Memory memory) {
    Schema schema = batches.getFirst().schema();
    boolean same = batches.stream().allMatch(batch -> batch.schema().equals(schema));
    if (!same || !schema.fields().stream().allMatch(field -> isPlain(batches, field))) {
      return gathered(batches, order, memory);
    }
    List<Column> columns = new ArrayList<>();
    for (Field field : schema.fields()) {
      List<Column> pieces = batches.stream().map(batch -> batch.column(field.name())).toList();
      columns.add(OF_THREAD.get().column(field.type(), pieces, order, memory));
    }
    return Batch.of(schema, columns, order.length, memory);
  }

  private static boolean isPlain(List<Batch> batches, Field field) {
    int width = field.type().width();
    return (width == Integer.BYTES || width == Long.BYTES)
        && batches.stream().noneMatch(batch -> batch.column(field.name()).hasNulls());
  }

  private static Batch gathered(List<Batch> batches, int[] order, Memory memory) {
    if (batches.size() == 1) {
      return Gather.rows(batches.getFirst(), order, memory);
    }
    var between = new Lease();
    try (Batch all = Concat.of(batches, between)) {
      return Gather.rows(all, order, memory);
    }
  }

  private Column column(Type type, List<Column> pieces, int[] order, Memory memory) {
    MemorySegment to = memory.allocate((long) order.length * type.width());
    if (type.width() == Integer.BYTES) {
      ints(pieces, order, to);
    } else {
      longs(pieces, order, to);
    }
    return Column.fixed(type, order.length, null, to);
  }

  private void ints(List<Column> pieces, int[] order, MemorySegment to) {
    int rows = pieces.stream().mapToInt(Column::rows).sum();
    ints = ints.length < rows ? new int[rows] : ints;
    shuffledInts = shuffledInts.length < order.length ? new int[order.length] : shuffledInts;
    int at = 0;
    for (Column piece : pieces) {
      MemorySegment.copy(
          piece.segment(), ValueLayout.JAVA_INT_UNALIGNED, 0, ints, at, piece.rows());
      at += piece.rows();
    }
    pick(ints, order, shuffledInts);
    MemorySegment.copy(shuffledInts, 0, to, ValueLayout.JAVA_INT_UNALIGNED, 0, order.length);
  }

  private static void pick(int[] from, int[] order, int[] to) {
    for (int i = 0; i < order.length; i++) {
      to[i] = from[order[i]];
    }
  }

  private void longs(List<Column> pieces, int[] order, MemorySegment to) {
    int rows = pieces.stream().mapToInt(Column::rows).sum();
    longs = longs.length < rows ? new long[rows] : longs;
    shuffledLongs = shuffledLongs.length < order.length ? new long[order.length] : shuffledLongs;
    int at = 0;
    for (Column piece : pieces) {
      MemorySegment.copy(
          piece.segment(), ValueLayout.JAVA_LONG_UNALIGNED, 0, longs, at, piece.rows());
      at += piece.rows();
    }
    pick(longs, order, shuffledLongs);
    MemorySegment.copy(shuffledLongs, 0, to, ValueLayout.JAVA_LONG_UNALIGNED, 0, order.length);
  }

  private static void pick(long[] from, int[] order, long[] to) {
    for (int i = 0; i < order.length; i++) {
      to[i] = from[order[i]];
    }
  }
}
