package dev.manta.data;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The values of one column of a batch, where they lie.
///
/// Fixed-width values are one after the other; texts and byte strings are 32-bit offsets into their
/// bytes; lists are offsets into a column of elements. A cleared bit of the validity bitmap is a
/// null.
public final class Column {
  private final Type type;
  private final int first;
  private final int rows;
  private final @Nullable MemorySegment validity;
  private final MemorySegment values;
  private final @Nullable MemorySegment data;
  private final @Nullable Column elements;

  private Column(
      Type type,
      Span span,
      @Nullable MemorySegment validity,
      MemorySegment values,
      @Nullable MemorySegment data,
      @Nullable Column elements) {
    this.type = type;
    this.first = span.first;
    this.rows = span.rows;
    this.validity = validity;
    this.values = values;
    this.data = data;
    this.elements = elements;
  }

  private record Span(int first, int rows) {}

  /// The same values in a type that holds them, see [Type#common]; this column where it is of that
  /// type.
  public Column as(Type wide, Memory memory) {
    return type.equals(wide) ? this : Widened.of(this, "", wide).build(memory);
  }

  /// Nothing but nulls.
  public static Column nulls(Type type, int rows, Memory memory) {
    var nulls = new ColumnBuilder(type);
    for (int i = 0; i < rows; i++) {
      nulls.addNull();
    }
    return nulls.build(memory);
  }

  /// Numbers, moments, fixed bytes; booleans as bits.
  public static Column fixed(
      Type type, int rows, @Nullable MemorySegment validity, MemorySegment values) {
    return new Column(type, new Span(0, rows), validity, values, null, null);
  }

  /// Texts or byte strings: `rows + 1` offsets into the bytes.
  public static Column variable(
      Type type,
      int rows,
      @Nullable MemorySegment validity,
      MemorySegment offsets,
      MemorySegment bytes) {
    return new Column(type, new Span(0, rows), validity, offsets, bytes, null);
  }

  /// Lists: `rows + 1` offsets into the elements.
  public static Column list(
      int rows, @Nullable MemorySegment validity, MemorySegment offsets, Column elements) {
    Type type = new Type.ListOf(elements.type);
    return new Column(type, new Span(0, rows), validity, offsets, null, elements);
  }

  /// What its values are.
  public Type type() {
    return type;
  }

  /// How many rows it has.
  public int rows() {
    return rows;
  }

  /// Some of the rows, without copying.
  public Column slice(int from, int count) {
    if (from < 0 || count < 0 || from + count > rows) {
      throw new IndexOutOfBoundsException(
          "rows " + from + " to " + (from + count) + " of a column of " + rows);
    }
    return new Column(type, new Span(first + from, count), validity, values, data, elements);
  }

  /// Whether the column may hold nulls.
  public boolean hasNulls() {
    return validity != null;
  }

  /// Whether the value of a row is null.
  public boolean isNull(int row) {
    return validity != null && !Bits.at(validity, (long) first + row);
  }

  /// The fixed-width values, exactly those of these rows; of texts and lists the offsets.
  public MemorySegment segment() {
    if (type == Type.Scalar.BOOL) {
      throw new IllegalStateException("booleans are bits; use booleans() or bits()");
    }
    if (type.width() == 0) {
      return values.asSlice((long) first * Integer.BYTES, (rows + 1L) * Integer.BYTES);
    }
    return values.asSlice((long) first * type.width(), (long) rows * type.width());
  }

  /// The bytes that the offsets of texts and byte strings point into.
  public MemorySegment bytes() {
    if (data == null) {
      throw new IllegalStateException("a column of " + type.text() + " has no bytes apart");
    }
    return data;
  }

  /// The elements that the offsets of lists point into.
  public Column elements() {
    if (elements == null) {
      throw new IllegalStateException("a column of " + type.text() + " has no elements");
    }
    return elements;
  }

  /// The validity bitmap, whose bit [#firstBit] is that of the first row; empty where nothing is
  /// null.
  public Optional<MemorySegment> validity() {
    return Optional.ofNullable(validity);
  }

  /// The bitmap of booleans, whose bit [#firstBit] is the first row's.
  public MemorySegment bits() {
    return values;
  }

  /// Where in bitmaps these rows begin.
  public int firstBit() {
    return first;
  }

  /// Where in [#bytes] or [#elements] a row begins; that of the row after the last is its end.
  public int offset(int row) {
    return values.get(JAVA_INT_UNALIGNED, ((long) first + row) * Integer.BYTES);
  }

  /// A number as an integer; moments as their count, the bits of a `u64`.
  public long wholeAt(int row) {
    long at = (long) first + row;
    if (type instanceof Type.Scalar scalar) {
      return switch (scalar) {
        case BOOL -> Bits.at(values, at) ? 1 : 0;
        case I8 -> values.get(JAVA_BYTE, at);
        case U8 -> Byte.toUnsignedLong(values.get(JAVA_BYTE, at));
        case I16 -> values.get(JAVA_SHORT_UNALIGNED, at * 2);
        case U16 -> Short.toUnsignedLong(values.get(JAVA_SHORT_UNALIGNED, at * 2));
        case I32, DATE -> values.get(JAVA_INT_UNALIGNED, at * 4);
        case U32 -> Integer.toUnsignedLong(values.get(JAVA_INT_UNALIGNED, at * 4));
        case I64, U64 -> values.get(JAVA_LONG_UNALIGNED, at * 8);
        case F16, F32, F64 -> (long) realAt(row);
        case TEXT, BINARY -> throw notA("number");
      };
    }
    if (type instanceof Type.Decimal(_, int scale)) {
      return ColumnValues.decimal(bytesAt(row), scale).longValue();
    }
    if (type.width() != Long.BYTES) {
      throw notA("number");
    }
    return values.get(JAVA_LONG_UNALIGNED, at * 8);
  }

  /// A number as a floating-point one.
  public double realAt(int row) {
    long at = (long) first + row;
    if (type == Type.Scalar.F32) {
      return values.get(JAVA_FLOAT_UNALIGNED, at * 4);
    }
    if (type == Type.Scalar.F64) {
      return values.get(JAVA_DOUBLE_UNALIGNED, at * 8);
    }
    if (type == Type.Scalar.F16) {
      return Float.float16ToFloat(values.get(JAVA_SHORT_UNALIGNED, at * 2));
    }
    if (type == Type.Scalar.U64) {
      return unsigned(wholeAt(row));
    }
    return type instanceof Type.Decimal(_, int scale)
        ? ColumnValues.decimal(bytesAt(row), scale).doubleValue()
        : wholeAt(row);
  }

  /// An integer, also one above 2^63, or a decimal, with all its digits.
  public BigDecimal exactAt(int row) {
    if (type instanceof Type.Decimal(_, int scale)) {
      return ColumnValues.decimal(bytesAt(row), scale);
    }
    return type == Type.Scalar.U64
        ? new BigDecimal(Long.toUnsignedString(wholeAt(row)))
        : BigDecimal.valueOf(wholeAt(row));
  }

  private static double unsigned(long bits) {
    return bits >= 0 ? bits : (double) ((bits >>> 1) | (bits & 1)) * 2;
  }

  /// A text.
  public String textAt(int row) {
    if (type != Type.Scalar.TEXT) {
      throw notA("text");
    }
    return new String(bytesAt(row), StandardCharsets.UTF_8);
  }

  /// A copy of the bytes of a text, a byte string, or a value of fixed width.
  public byte[] bytesAt(int row) {
    if (data != null) {
      int from = offset(row);
      return data.asSlice(from, (long) offset(row + 1) - from).toArray(JAVA_BYTE);
    }
    if (type.width() == 0) {
      throw notA("byte string");
    }
    return values.asSlice(((long) first + row) * type.width(), type.width()).toArray(JAVA_BYTE);
  }

  /// A list's elements as a column, without copying.
  public Column listAt(int row) {
    int from = offset(row);
    return elements().slice(from, offset(row + 1) - from);
  }

  private IllegalStateException notA(String what) {
    return new IllegalStateException("a value of type " + type.text() + " is not a " + what);
  }

  /// The bytes of memory that these rows take.
  public long size() {
    long bits = validity == null ? 0 : Bits.bytes(rows);
    if (type == Type.Scalar.BOOL) {
      return bits + Bits.bytes(rows);
    }
    if (type.width() > 0) {
      return bits + (long) rows * type.width();
    }
    long inside =
        data != null
            ? (long) offset(rows) - offset(0)
            : elements().slice(offset(0), offset(rows) - offset(0)).size();
    return bits + (rows + 1L) * Integer.BYTES + inside;
  }
}
