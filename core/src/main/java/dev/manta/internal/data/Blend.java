package dev.manta.internal.data;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of several batches in a given order, column by column.
///
/// Numbers of 4 bytes are moved two columns at a time: half as many jumps through memory.
final class Blend {
  /// How many columns at a time are worth having.
  static final int COLUMNS = 2;

  /// All memory: a constant that the JIT knows everything of, so that a move becomes one
  /// instruction.
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final ThreadLocal<long[]> WORDS = ThreadLocal.withInitial(() -> new long[0]);

  private final List<Batch> batches;
  private final int[] order;
  private final Memory memory;
  private final long[] words;

  private Blend(List<Batch> batches, int[] order, Memory memory) {
    this.batches = batches;
    this.order = order;
    this.memory = memory;
    this.words = words(batches.stream().mapToInt(Batch::rows).sum());
  }

  private static long[] words(int rows) {
    if (WORDS.get().length < rows) {
      WORDS.set(new long[rows]);
    }
    return WORDS.get();
  }

  /// The rows with these numbers, counted through all batches. The batches stay open.
  static Batch of(List<Batch> batches, int[] order, Memory memory) {
    Schema schema = batches.getFirst().schema();
    if (!batches.stream().allMatch(batch -> batch.schema().equals(schema))) {
      return gathered(batches, order, memory);
    }
    Column[] columns = new Blend(batches, order, memory).columns(schema);
    return Batch.of(schema, List.of(columns), order.length, memory);
  }

  private static Batch gathered(List<Batch> batches, int[] order, Memory memory) {
    if (batches.size() == 1) {
      return Gather.rows(batches.getFirst(), order, memory);
    }
    try (Batch all = Concat.of(batches, new Lease())) {
      return Gather.rows(all, order, memory);
    }
  }

  private Column[] columns(Schema schema) {
    Column[] columns = new Column[schema.size()];
    int waiting = -1;
    for (int i = 0; i < columns.length; i++) {
      if (!isPlain(i, Integer.BYTES)) {
        columns[i] = isPlain(i, Long.BYTES) ? longs(i) : other(schema.fields().get(i), i);
      } else if (waiting < 0) {
        waiting = i;
      } else {
        ints(waiting, i, columns);
        waiting = -1;
      }
    }
    if (waiting >= 0) {
      ints(waiting, waiting, columns);
    }
    return columns;
  }

  private boolean isPlain(int column, int width) {
    return batches.stream()
        .map(batch -> batch.column(column))
        .allMatch(each -> each.type().width() == width && !each.hasNulls() && isNative(each));
  }

  private static boolean isNative(Column column) {
    return column.segment().isNative();
  }

  private Column other(Field field, int index) {
    List<Batch> single = new ArrayList<>();
    try {
      for (Batch batch : batches) {
        single.add(batch.with(Schema.of(field), List.of(batch.column(index))));
      }
      return gathered(single, order, memory).column(0);
    } finally {
      single.forEach(Batch::close);
    }
  }

  private void ints(int first, int second, @Nullable Column[] into) {
    int at = 0;
    for (Batch batch : batches) {
      long a = batch.column(first).segment().address();
      pack(a, batch.column(second).segment().address(), words, at, batch.rows());
      at += batch.rows();
    }
    MemorySegment a = memory.allocate((long) order.length * Integer.BYTES);
    MemorySegment b = first == second ? a : memory.allocate((long) order.length * Integer.BYTES);
    pick(words, order, a.address(), b.address());
    into[second] = Column.fixed(type(second), order.length, null, b);
    into[first] = Column.fixed(type(first), order.length, null, a);
  }

  private Type type(int column) {
    return batches.getFirst().column(column).type();
  }

  private static void pack(long a, long b, long[] to, int at, int rows) {
    for (int i = 0; i < rows; i++) {
      long low = ALL.get(JAVA_INT_UNALIGNED, a + 4L * i);
      long high = ALL.get(JAVA_INT_UNALIGNED, b + 4L * i);
      to[at + i] = (low & 0xFFFFFFFFL) | (high << Integer.SIZE);
    }
  }

  private static void pick(long[] from, int[] order, long a, long b) {
    for (int i = 0; i < order.length; i++) {
      long both = from[order[i]];
      ALL.set(JAVA_INT_UNALIGNED, a + 4L * i, (int) both);
      ALL.set(JAVA_INT_UNALIGNED, b + 4L * i, (int) (both >>> Integer.SIZE));
    }
  }

  private Column longs(int column) {
    int at = 0;
    for (Batch batch : batches) {
      MemorySegment from = batch.column(column).segment();
      MemorySegment.copy(from, JAVA_LONG_UNALIGNED, 0, words, at, batch.rows());
      at += batch.rows();
    }
    MemorySegment to = memory.allocate((long) order.length * Long.BYTES);
    pick(words, order, to.address());
    return Column.fixed(type(column), order.length, null, to);
  }

  private static void pick(long[] from, int[] order, long to) {
    for (int i = 0; i < order.length; i++) {
      ALL.set(JAVA_LONG_UNALIGNED, to + 8L * i, from[order[i]]);
    }
  }
}
