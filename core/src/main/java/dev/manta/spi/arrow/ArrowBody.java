package dev.manta.spi.arrow;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.manta.data.Batch;
import dev.manta.data.Bits;
import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The columns of a record batch, where its body lies: goes through nodes and buffers in order.
public final class ArrowBody {
  private static final int NODE = 16;
  private static final int BUFFER = 16;
  private static final int VIEW_BUFFERS = 4;
  private static final long DAY_MILLIS = 86_400_000;
  private static final int NULLS_MAX = 1 << 23;

  private final FlatBuffer batch;
  private final Stored body;
  private final Memory memory;
  private final Dictionaries dictionaries;
  private final Unpacking unpacking;
  private int node;
  private int buffer;
  private int views;

  /// Where the body is: in memory, or in a file.
  @FunctionalInterface
  public interface Stored {
    /// The bytes from a place on.
    MemorySegment bytes(long from, long size);
  }

  /// The values that numbers stand for, by the number of the dictionary.
  @FunctionalInterface
  public interface Dictionaries {
    /// Of rows that have none.
    Dictionaries NONE =
        id -> {
          throw new IllegalArgumentException("dictionary " + id + " is not there");
        };

    /// The dictionary with that number.
    Column of(long id);
  }

  private record Named(String name, Column column) {}

  /// How a buffer is had from what is stored of it.
  @FunctionalInterface
  public interface Unpacking {
    /// Of buffers that lie as they are.
    Unpacking NONE = (stored, _) -> stored;

    /// What packed bytes become.
    MemorySegment unpacked(MemorySegment stored, Memory memory);
  }

  /// A record batch that is to be gone through.
  ///
  /// @param batch the head of the record batch
  /// @param body what comes behind the head
  /// @param memory where columns are made that cannot stay in the body
  public ArrowBody(
      FlatBuffer batch,
      Stored body,
      Memory memory,
      Dictionaries dictionaries,
      Unpacking unpacking) {
    this.batch = batch;
    this.body = body;
    this.memory = memory;
    this.dictionaries = dictionaries;
    this.unpacking = unpacking;
  }

  /// The rows with the columns of fields that are wanted.
  public Batch batch(List<ArrowField> of, Predicate<String> wanted) {
    List<Field> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (ArrowField field : of) {
      for (Named each : named(field, field.name(), null, wanted)) {
        fields.add(new Field(each.name, each.column.type()));
        columns.add(each.column);
      }
    }
    return Batch.of(Schema.of(fields), columns, Math.toIntExact(batch.i64(0)), memory);
  }

  /// The values of a dictionary.
  public Column dictionary(ArrowField field) {
    return column(field, null);
  }

  /// @param outer which rows a struct around has
  private List<Named> named(
      ArrowField field, String name, @Nullable MemorySegment outer, Predicate<String> wanted) {
    if (field.leaves(name).noneMatch(leaf -> wanted.test(leaf.name()))) {
      skip(field);
      return List.of();
    }
    if (field.isStruct()) {
      return struct(field, name, outer, wanted);
    }
    return field.isList()
        ? lists(field, name, outer, wanted)
        : List.of(new Named(name, column(field, outer)));
  }

  private void skip(ArrowField field) {
    node++;
    if (field.dictionary().isPresent()) {
      buffer += 2;
      return;
    }
    buffer += field.shape().buffers();
    if (field.isView()) {
      buffer = Math.addExact(buffer, viewBuffers());
    }
    field.children().forEach(this::skip);
  }

  /// What is inside is null where the struct is.
  private List<Named> struct(
      ArrowField field, String name, @Nullable MemorySegment outer, Predicate<String> wanted) {
    @Nullable MemorySegment there = validity(node(), outer);
    List<Named> all = new ArrayList<>();
    for (ArrowField inside : field.children()) {
      all.addAll(named(inside, name + "." + inside.name(), there, wanted));
    }
    return all;
  }

  private List<Named> lists(
      ArrowField field, String name, @Nullable MemorySegment outer, Predicate<String> wanted) {
    Node of = node();
    @Nullable MemorySegment validity = validity(of, outer);
    boolean stored = field.kind() != ArrowField.FIXED_LIST;
    MemorySegment found = stored ? offsets(field, of.rows) : MemorySegment.NULL;
    List<Named> elements = named(field.element(), name, null, wanted);
    MemorySegment offsets = stored ? found : steps(field.shape().listSize(), of.rows, elements);
    List<Named> all = new ArrayList<>();
    for (Named each : elements) {
      requireWithin(offsets, of.rows, each.column.rows());
      all.add(new Named(each.name, Column.list(of.rows, validity, offsets, each.column)));
    }
    return all;
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
    return unpacking.unpacked(body.bytes(from, size), memory);
  }

  /// Which rows there are, of those that a struct around has.
  private @Nullable MemorySegment validity(Node of, @Nullable MemorySegment outer) {
    MemorySegment bits = buffer();
    if (outer != null) {
      requireBytes(outer, Bits.bytes(of.rows));
    }
    if (of.nulls == 0 || bits.byteSize() == 0) {
      return outer;
    }
    requireBytes(bits, Bits.bytes(of.rows));
    if (outer == null) {
      return bits;
    }
    MemorySegment both = memory.allocate(Bits.bytes(of.rows));
    for (long i = 0; i < both.byteSize(); i++) {
      both.set(JAVA_BYTE, i, (byte) (bits.get(JAVA_BYTE, i) & outer.get(JAVA_BYTE, i)));
    }
    return both;
  }

  private Column column(ArrowField field, @Nullable MemorySegment outer) {
    Node of = node();
    if (field.dictionary().isPresent()) {
      @Nullable MemorySegment validity = validity(of, outer);
      return looked(field.dictionary().get(), of.rows, validity, buffer());
    }
    Type type = field.form().orElseThrow(() -> new IllegalArgumentException("it is not read"));
    if (field.kind() == ArrowField.NULL) {
      return nulls(type, of.rows);
    }
    @Nullable MemorySegment validity = validity(of, outer);
    if (field.isView()) {
      return views(type, of.rows, validity);
    }
    if (type.isVariable()) {
      MemorySegment offsets = offsets(field, of.rows);
      MemorySegment bytes = buffer();
      requireWithin(offsets, of.rows, bytes.byteSize());
      return Column.variable(type, of.rows, validity, offsets, bytes);
    }
    return Column.fixed(type, of.rows, validity, values(field, of.rows, validity));
  }

  /// Nulls take no bytes in a message, so nothing else bounds what it says of them.
  private Column nulls(Type type, int rows) {
    if (rows < 0 || rows > NULLS_MAX) {
      throw new IllegalArgumentException(
          "a column has %s nulls in one batch, more than %s: write smaller batches"
              .formatted(rows, NULLS_MAX));
    }
    MemorySegment none = memory.allocate(Bits.bytes(rows)).fill((byte) 0);
    return Column.fixed(
        type, rows, none, memory.allocate((long) rows * type.width()).fill((byte) 0));
  }

  /// Views into buffers, as many as the head says.
  private Column views(Type type, int rows, @Nullable MemorySegment validity) {
    MemorySegment stored = requireBytes(buffer(), (long) rows * ArrowViews.WIDTH);
    int count = viewBuffers();
    List<MemorySegment> buffers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      buffers.add(buffer());
    }
    return new ArrowViews(stored, buffers).column(type, rows, validity, memory);
  }

  private int viewBuffers() {
    return Math.toIntExact(batch.structAt(VIEW_BUFFERS, views++, Long.BYTES, 0));
  }

  private static MemorySegment requireBytes(MemorySegment buffer, long size) {
    if (buffer.byteSize() < size) {
      throw new IllegalArgumentException(
          "a buffer has %s bytes where %s are needed".formatted(buffer.byteSize(), size));
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
        throw new IllegalArgumentException("offset %s of row %s is wrong".formatted(next, i));
      }
      last = next;
    }
  }

  /// Times of day may take 32 bits, ours take 64; dates may be milliseconds, ours are days.
  private MemorySegment values(ArrowField field, int rows, @Nullable MemorySegment validity) {
    MemorySegment stored = buffer();
    if (field.kind() == ArrowField.DATE && field.shape().width() == Long.BYTES) {
      return days(requireBytes(stored, (long) rows * Long.BYTES), rows, validity);
    }
    if (field.kind() != ArrowField.TIME || field.shape().width() == Long.BYTES) {
      int width = field.form().orElseThrow().width();
      return requireBytes(stored, width == 0 ? Bits.bytes(rows) : (long) rows * width);
    }
    requireBytes(stored, (long) rows * Integer.BYTES);
    MemorySegment wide = memory.allocate((long) rows * Long.BYTES);
    for (int i = 0; i < rows; i++) {
      wide.setAtIndex(JAVA_LONG_UNALIGNED, i, stored.getAtIndex(JAVA_INT_UNALIGNED, i));
    }
    return wide;
  }

  private MemorySegment days(MemorySegment millis, int rows, @Nullable MemorySegment validity) {
    MemorySegment days = memory.allocate((long) rows * Integer.BYTES);
    for (int i = 0; i < rows; i++) {
      long day = Math.floorDiv(millis.getAtIndex(JAVA_LONG_UNALIGNED, i), DAY_MILLIS);
      if (day != (int) day && (validity == null || Bits.at(validity, i))) {
        throw new IllegalArgumentException(
            "row %s has a date that is %s days from 1970".formatted(i, day));
      }
      days.setAtIndex(JAVA_INT_UNALIGNED, i, (int) day);
    }
    return days;
  }

  /// Where there are no rows, there may be no offset.
  private MemorySegment offsets(ArrowField field, int rows) {
    MemorySegment stored = buffer();
    boolean none = rows == 0 && stored.byteSize() == 0;
    if (field.shape().width() == Integer.BYTES && !none) {
      return stored;
    }
    if (!none) {
      requireBytes(stored, (rows + 1L) * Long.BYTES);
    }
    MemorySegment narrow = memory.allocate((rows + 1L) * Integer.BYTES);
    for (int i = 0; i <= rows; i++) {
      long offset = none ? 0 : stored.getAtIndex(JAVA_LONG_UNALIGNED, i);
      narrow.setAtIndex(JAVA_INT_UNALIGNED, i, Math.toIntExact(offset));
    }
    return narrow;
  }

  /// Damage must not ask for all memory there is: there are as many elements as lists have.
  private MemorySegment steps(int size, int rows, List<Named> elements) {
    for (Named each : elements) {
      if ((long) rows * Math.max(size, 0) > each.column.rows()) {
        throw new IllegalArgumentException(
            "%s lists of %s elements, and %s elements".formatted(rows, size, each.column.rows()));
      }
    }
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
    Column values = dictionaries.of(dictionary.id());
    if (values.type().width() == 0 && !values.type().isVariable()) {
      throw new IllegalArgumentException("dictionary " + dictionary.id() + " cannot be read");
    }
    var builder = new ColumnBuilder(values.type());
    var flags = Column.fixed(Type.Scalar.I8, rows, validity, MemorySegment.NULL);
    for (int i = 0; i < rows; i++) {
      int number = flags.isNull(i) ? -1 : number(numbers, dictionary.width(), i, values.rows());
      if (number < 0 || values.isNull(number)) {
        builder.addNull();
      } else {
        builder.add(values.bytesAt(number));
      }
    }
    return builder.build(memory);
  }

  private static int number(MemorySegment numbers, int width, int index, int values) {
    long number = number(numbers, width, index);
    if (number < 0 || number >= values) {
      throw new IllegalArgumentException(
          "row %s has number %s of a dictionary of %s values".formatted(index, number, values));
    }
    return (int) number;
  }

  private static long number(MemorySegment numbers, int width, int index) {
    return switch (width) {
      case 1 -> Byte.toUnsignedInt(numbers.get(JAVA_BYTE, index));
      case 2 -> Short.toUnsignedInt(numbers.getAtIndex(JAVA_SHORT_UNALIGNED, index));
      case 4 -> Integer.toUnsignedLong(numbers.getAtIndex(JAVA_INT_UNALIGNED, index));
      default -> numbers.getAtIndex(JAVA_LONG_UNALIGNED, index);
    };
  }
}
