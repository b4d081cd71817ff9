package dev.manta.internal.data.arrow;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.manta.data.Bits;
import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Type;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The columns of a record batch, where its body lies: goes through nodes and buffers in order.
public final class ArrowBody {
  private static final int NODE = 16;
  private static final int BUFFER = 16;
  private static final int VIEW_BUFFERS = 4;

  private final Flat batch;
  private final MemorySegment body;
  private final Memory memory;
  private final Map<Long, Column> dictionaries;
  private final Unpacking unpacking;
  private int node;
  private int buffer;
  private int views;

  /// How a buffer is had from what is stored of it.
  @FunctionalInterface
  public interface Unpacking {
    /// Of buffers that lie as they are.
    Unpacking NONE = (stored, _) -> stored;

    MemorySegment unpacked(MemorySegment stored, Memory memory);
  }

  /// A record batch that is to be gone through.
  ///
  /// @param batch the head of the record batch
  /// @param body what comes behind the head
  /// @param memory where columns are made that cannot stay in the body
  public ArrowBody(
      Flat batch,
      MemorySegment body,
      Memory memory,
      Map<Long, Column> dictionaries,
      Unpacking unpacking) {
    this.batch = batch;
    this.body = body;
    this.memory = memory;
    this.dictionaries = dictionaries;
    this.unpacking = unpacking;
  }

  /// A field's columns: of a struct, one for each field inside.
  public void add(ArrowField field, String name, List<Field> fields, List<Column> columns) {
    if (field.kind() == ArrowField.STRUCT) {
      struct(field, name, fields, columns);
      return;
    }
    Column column = column(field);
    fields.add(new Field(name, column.type()));
    columns.add(column);
  }

  /// Goes past a field's nodes and buffers; of a struct's own nulls nothing is kept.
  private void struct(ArrowField field, String name, List<Field> fields, List<Column> columns) {
    Node whole = node();
    if (validity(whole) != null) {
      throw new IllegalArgumentException(
          "the struct \"%s\" is null in some rows, which is not read".formatted(name));
    }
    for (ArrowField inside : field.children()) {
      add(inside, name + "." + inside.name(), fields, columns);
    }
  }

  private record Node(int rows, long nulls) {}

  private Node node() {
    long rows = batch.structAt(1, node, NODE, 0);
    long nulls = batch.structAt(1, node++, NODE, Long.BYTES);
    return new Node(Math.toIntExact(rows), nulls);
  }

  private MemorySegment buffer() {
    long from = batch.structAt(2, buffer, BUFFER, 0);
    long size = batch.structAt(2, buffer++, BUFFER, Long.BYTES);
    return unpacking.unpacked(body.asSlice(from, size), memory);
  }

  private @Nullable MemorySegment validity(Node of) {
    MemorySegment bits = buffer();
    if (of.nulls == 0 || bits.byteSize() == 0) {
      return null;
    }
    return requireBytes(bits, Bits.bytes(of.rows));
  }

  /// A field's values; of a dictionary too.
  public Column column(ArrowField field) {
    Node of = node();
    @Nullable MemorySegment validity = validity(of);
    if (field.dictionary().isPresent()) {
      return looked(field.dictionary().get(), of.rows, validity, buffer());
    }
    Type type = field.form().orElseThrow();
    if (type instanceof Type.ListOf) {
      return list(field, of.rows, validity);
    }
    if (field.isView()) {
      return views(type, of.rows, validity);
    }
    if (type.isVariable()) {
      MemorySegment offsets = offsets(field, of.rows);
      MemorySegment bytes = buffer();
      requireWithin(offsets, of.rows, bytes.byteSize());
      return Column.variable(type, of.rows, validity, offsets, bytes);
    }
    return Column.fixed(type, of.rows, validity, values(field, of.rows));
  }

  /// Views into buffers, as many as the head says.
  private Column views(Type type, int rows, @Nullable MemorySegment validity) {
    MemorySegment stored = requireBytes(buffer(), (long) rows * ArrowViews.WIDTH);
    long count = batch.structAt(VIEW_BUFFERS, views++, Long.BYTES, 0);
    List<MemorySegment> buffers = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      buffers.add(buffer());
    }
    return new ArrowViews(stored, buffers).column(type, rows, validity, memory);
  }

  private static MemorySegment requireBytes(MemorySegment buffer, long size) {
    if (buffer.byteSize() < size) {
      throw new IllegalArgumentException(
          "a buffer has %d bytes where %d are needed".formatted(buffer.byteSize(), size));
    }
    return buffer;
  }

  /// Offsets go up and stay within what they point into.
  private static void requireWithin(MemorySegment offsets, int rows, long size) {
    requireBytes(offsets, (rows + 1L) * Integer.BYTES);
    long last = 0;
    for (int i = 0; i <= rows; i++) {
      int next = offsets.getAtIndex(JAVA_INT_UNALIGNED, i);
      if (next < last || next > size) {
        throw new IllegalArgumentException("offset %d of row %d is wrong".formatted(next, i));
      }
      last = next;
    }
  }

  /// Times of day may take 32 bits; ours take 64.
  private MemorySegment values(ArrowField field, int rows) {
    MemorySegment stored = buffer();
    if (field.kind() != ArrowField.TIME || field.shape().width() == Long.BYTES) {
      int width = field.form().orElseThrow().width();
      return requireBytes(stored, width == 0 ? Bits.bytes(rows) : (long) rows * width);
    }
    MemorySegment wide = memory.allocate((long) rows * Long.BYTES);
    for (int i = 0; i < rows; i++) {
      wide.setAtIndex(JAVA_LONG_UNALIGNED, i, stored.getAtIndex(JAVA_INT_UNALIGNED, i));
    }
    return wide;
  }

  private MemorySegment offsets(ArrowField field, int rows) {
    MemorySegment stored = buffer();
    if (field.shape().width() == Integer.BYTES && stored.byteSize() > 0) {
      return stored;
    }
    MemorySegment narrow = memory.allocate((rows + 1L) * Integer.BYTES);
    for (int i = 0; i <= rows; i++) {
      long offset = stored.byteSize() == 0 ? 0 : stored.getAtIndex(JAVA_LONG_UNALIGNED, i);
      narrow.setAtIndex(JAVA_INT_UNALIGNED, i, Math.toIntExact(offset));
    }
    return narrow;
  }

  private Column list(ArrowField field, int rows, @Nullable MemorySegment validity) {
    MemorySegment offsets =
        field.kind() == ArrowField.FIXED_LIST
            ? steps(field.shape().listSize(), rows)
            : offsets(field, rows);
    Column elements = column(field.children().getFirst());
    requireWithin(offsets, rows, elements.rows());
    return Column.list(rows, validity, offsets, elements);
  }

  private MemorySegment steps(int size, int rows) {
    MemorySegment offsets = memory.allocate((rows + 1L) * Integer.BYTES);
    for (int i = 0; i <= rows; i++) {
      offsets.setAtIndex(JAVA_INT_UNALIGNED, i, Math.multiplyExact(i, size));
    }
    return offsets;
  }

  private Column looked(
      ArrowField.Dictionary dictionary,
      int rows,
      @Nullable MemorySegment validity,
      MemorySegment numbers) {
    Column values = dictionaries.get(dictionary.id());
    if (values == null || (values.type().width() == 0 && !values.type().isVariable())) {
      throw new IllegalArgumentException("dictionary " + dictionary.id() + " cannot be read");
    }
    var builder = new ColumnBuilder(values.type());
    var flags = Column.fixed(Type.Scalar.I8, rows, validity, MemorySegment.NULL);
    for (int i = 0; i < rows; i++) {
      int number = flags.isNull(i) ? -1 : number(numbers, dictionary.width(), i);
      if (number < 0 || values.isNull(number)) {
        builder.addNull();
      } else {
        builder.add(values.bytesAt(number));
      }
    }
    return builder.build(memory);
  }

  private static int number(MemorySegment numbers, int width, int index) {
    return switch (width) {
      case 1 -> Byte.toUnsignedInt(numbers.get(JAVA_BYTE, index));
      case 2 -> Short.toUnsignedInt(numbers.getAtIndex(JAVA_SHORT_UNALIGNED, index));
      case 4 -> numbers.getAtIndex(JAVA_INT_UNALIGNED, index);
      default -> Math.toIntExact(numbers.getAtIndex(JAVA_LONG_UNALIGNED, index));
    };
  }
}
