package dev.manta.internal.data.rows;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.manta.data.Batch;
import dev.manta.data.Bits;
import dev.manta.data.Column;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import dev.manta.internal.data.memory.BatchMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A batch as one block of memory: the sizes of its buffers, then the buffers, each at a multiple
/// of 64 bytes.
public final class PackedBatch {
  private static final long ALIGNMENT = 64;

  private PackedBatch() {}

  /// The block of a batch; it lies in memory from `memory`.
  public static MemorySegment write(Batch batch, Memory memory) {
    List<MemorySegment> buffers = new ArrayList<>();
    try (Batch compact = BatchConcat.of(List.of(batch), new BatchMemory())) {
      compact.columns().forEach(column -> add(column, buffers));
      return block(buffers, memory);
    }
  }

  private static void add(Column column, List<MemorySegment> buffers) {
    long bits = Bits.bytes(column.rows());
    buffers.add(column.validity().map(all -> all.asSlice(0, bits)).orElse(MemorySegment.NULL));
    buffers.add(
        column.type() == Type.Scalar.BOOL ? column.bits().asSlice(0, bits) : column.segment());
    if (column.type().isVariable()) {
      buffers.add(column.bytes());
    }
    if (column.type() instanceof Type.ListOf) {
      add(column.elements(), buffers);
    }
  }

  private static MemorySegment block(List<MemorySegment> buffers, Memory memory) {
    long size = aligned((long) buffers.size() * Long.BYTES);
    for (MemorySegment buffer : buffers) {
      size += aligned(buffer.byteSize());
    }
    MemorySegment block = memory.allocate(size);
    long at = aligned((long) buffers.size() * Long.BYTES);
    for (int i = 0; i < buffers.size(); i++) {
      MemorySegment buffer = buffers.get(i);
      block.setAtIndex(JAVA_LONG_UNALIGNED, i, buffer.byteSize());
      MemorySegment.copy(buffer, 0, block, at, buffer.byteSize());
      at += aligned(buffer.byteSize());
    }
    return block;
  }

  private static long aligned(long size) {
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /// The batch in a block that was allocated from `memory`.
  public static Batch read(MemorySegment block, Schema schema, int rows, Memory memory) {
    var cursor = new Cursor(block, count(schema));
    List<Column> columns = new ArrayList<>();
    schema.fields().forEach(field -> columns.add(cursor.column(field.type(), rows)));
    return Batch.of(schema, columns, rows, memory);
  }

  private static int count(Schema schema) {
    return schema.fields().stream().mapToInt(field -> count(field.type())).sum();
  }

  private static int count(Type type) {
    if (type instanceof Type.ListOf(Type element)) {
      return 2 + count(element);
    }
    return type.isVariable() ? 3 : 2;
  }

  /// Goes through the buffers of a block.
  private static final class Cursor {
    private final MemorySegment block;
    private long at;
    private int index;

    Cursor(MemorySegment block, int buffers) {
      this.block = block;
      this.at = aligned((long) buffers * Long.BYTES);
    }

    private MemorySegment next() {
      long size = block.getAtIndex(JAVA_LONG_UNALIGNED, index++);
      MemorySegment buffer = block.asSlice(at, size);
      at += aligned(size);
      return buffer;
    }

    Column column(Type type, int rows) {
      MemorySegment bits = next();
      @Nullable MemorySegment validity = bits.byteSize() == 0 ? null : bits;
      MemorySegment values = next();
      if (type instanceof Type.ListOf(Type element)) {
        int elements = values.getAtIndex(JAVA_INT_UNALIGNED, rows);
        return Column.list(rows, validity, values, column(element, elements));
      }
      return type.isVariable()
          ? Column.variable(type, rows, validity, values, next())
          : Column.fixed(type, rows, validity, values);
    }
  }
}
