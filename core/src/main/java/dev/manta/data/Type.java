package dev.manta.data;

import java.util.Locale;
import java.util.Optional;

/// What a column holds; its memory is laid out as Apache Arrow does.
public sealed interface Type {
  /// Types without parameters.
  enum Scalar implements Type {
    BOOL(0),
    I8(1),
    I16(2),
    I32(4),
    I64(8),
    U8(1),
    U16(2),
    U32(4),
    U64(8),
    F16(2),
    F32(4),
    F64(8),
    TEXT(0),
    BINARY(0),
    /// Days since 1970-01-01.
    DATE(4);

    private final int width;

    Scalar(int width) {
      this.width = width;
    }

    @Override
    public int width() {
      return width;
    }

    @Override
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// What a number of time counts.
  enum Unit {
    SECONDS(1_000_000_000L),
    MILLIS(1_000_000L),
    MICROS(1_000L),
    NANOS(1L);

    private final long nanos;

    Unit(long nanos) {
      this.nanos = nanos;
    }

    /// How many nanoseconds one of it has.
    public long nanos() {
      return nanos;
    }
  }

  /// A moment, counted from 1970-01-01 in 64 bits.
  record Timestamp(Unit unit, boolean utc) implements Type {
    @Override
    public int width() {
      return Long.BYTES;
    }

    @Override
    public String text() {
      return "timestamp[" + unit.name().toLowerCase(Locale.ROOT) + (utc ? ",utc]" : "]");
    }
  }

  /// A time of day, counted from midnight in 64 bits.
  record TimeOfDay(Unit unit) implements Type {
    @Override
    public int width() {
      return Long.BYTES;
    }

    @Override
    public String text() {
      return "time[" + unit.name().toLowerCase(Locale.ROOT) + "]";
    }
  }

  /// A decimal number: an integer of 128 bits, divided by ten to the scale.
  record Decimal(int precision, int scale) implements Type {
    @Override
    public int width() {
      return 2 * Long.BYTES;
    }

    @Override
    public String text() {
      return "decimal(" + precision + "," + scale + ")";
    }
  }

  /// Byte strings of one length.
  record FixedBytes(int width) implements Type {
    public FixedBytes {
      if (width < 1) {
        throw new IllegalArgumentException("fixed bytes must be at least 1 wide, not " + width);
      }
    }

    @Override
    public String text() {
      return "fixed(" + width + ")";
    }
  }

  /// Lists of any length.
  record ListOf(Type element) implements Type {
    @Override
    public int width() {
      return 0;
    }

    @Override
    public String text() {
      return "list<" + element.text() + ">";
    }
  }

  /// Bytes of one value; 0 where values are bits or vary in length.
  int width();

  /// A short name, such as `f32` or `list<i64>`.
  String text();

  /// The narrowest type that holds the values of both: `i64` for `i32` and `i64`, the finer unit of
  /// two moments; integers among floating-point numbers are `f64`. Empty where there is none.
  static Optional<Type> common(Type a, Type b) {
    return CommonTypes.of(a, b);
  }

  /// The same for values that are written as text: where nothing else holds both, text does.
  static Type commonOrText(Type a, Type b) {
    return common(a, b).orElse(Scalar.TEXT);
  }

  /// Whether values are numbers.
  default boolean isNumber() {
    return this instanceof Scalar scalar
        && scalar.compareTo(Scalar.I8) >= 0
        && scalar.compareTo(Scalar.F64) <= 0;
  }

  /// Whether values vary in length and are bytes.
  default boolean isVariable() {
    return this == Scalar.TEXT || this == Scalar.BINARY;
  }
}
