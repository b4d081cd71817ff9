package dev.manta.internal.data.rows;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.internal.data.memory.BatchMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Rows of 8 bytes that are put into an order: a column of 8-byte numbers, or up to two of 4 bytes,
/// which together take half as many jumps through memory. Their pieces are taken one after the
/// other, while they are in the processor's cache.
public final class EightByteRows {
  /// How many columns there are at most.
  public static final int COLUMNS = 2;

  /// All memory: a constant that the JIT knows everything of, so that a move becomes one
  /// instruction.
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final ThreadLocal<long[]> ROOM = ThreadLocal.withInitial(() -> new long[0]);

  private final Schema schema;
  private final long[] words;
  private int rows;

  /// Space for these many rows. The next one on this thread takes its place.
  public EightByteRows(Schema schema, int rows) {
    if (ROOM.get().length < rows) {
      ROOM.set(new long[rows]);
    }
    this.schema = schema;
    this.words = ROOM.get();
  }

  /// Whether columns can be taken: numbers of the right width, none of them null.
  static boolean fit(List<Column> columns) {
    int width = columns.isEmpty() ? 0 : columns.getFirst().type().width();
    return (width == Integer.BYTES || width == Long.BYTES)
        && columns.size() * width <= Long.BYTES
        && columns.stream().allMatch(column -> isPlain(column, width));
  }

  private static boolean isPlain(Column column, int width) {
    return column.type().width() == width && !column.hasNulls() && column.segment().isNative();
  }

  /// Takes the next rows; false where their columns do not fit.
  public boolean add(Batch batch) {
    boolean fit = batch.schema().equals(schema) && fit(batch.columns());
    if (fit) {
      add(batch.columns());
    }
    return fit;
  }

  /// Takes the next rows of columns that fit.
  void add(List<Column> columns) {
    MemorySegment first = columns.getFirst().segment();
    int count = columns.getFirst().rows();
    if (columns.getFirst().type().width() == Long.BYTES) {
      MemorySegment.copy(first, JAVA_LONG_UNALIGNED, 0, words, rows, count);
    } else {
      pack(first.address(), columns.getLast().segment().address(), words, rows, count);
    }
    rows += count;
  }

  /// What was added, in an order; memory is that of the batch.
  public Batch inOrder(int[] order, BatchMemory memory) {
    return Batch.of(schema, columns(order, memory), order.length, memory);
  }

  /// The columns of what was added, in an order.
  List<Column> columns(int[] order, Memory memory) {
    List<MemorySegment> values = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (Field field : schema.fields()) {
      values.add(memory.allocate((long) order.length * field.type().width()));
      columns.add(Column.fixed(field.type(), order.length, null, values.getLast()));
    }
    if (schema.fields().getFirst().type().width() == Long.BYTES) {
      pick(words, order, values.getFirst().address());
    } else {
      pick(words, order, values.getFirst().address(), values.getLast().address());
    }
    return columns;
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

  private static void pick(long[] from, int[] order, long to) {
    for (int i = 0; i < order.length; i++) {
      ALL.set(JAVA_LONG_UNALIGNED, to + 8L * i, from[order[i]]);
    }
  }
}
