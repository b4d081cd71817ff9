package dev.manta.internal.data.arrow;

import dev.manta.data.Type;
import java.util.List;
import java.util.Optional;

/// A field of an Arrow schema.
///
/// @param kind the number of its type in Arrow's union of types
/// @param form what its values are here; of structs and unknown types none
/// @param shape how wide what is stored is
/// @param dictionary the dictionary that its values are numbers of
public record ArrowField(
    String name,
    int kind,
    Optional<Type> form,
    Shape shape,
    List<ArrowField> children,
    Optional<Dictionary> dictionary) {
  static final int NULL = 1;
  static final int INT = 2;
  static final int FLOAT = 3;
  static final int BINARY = 4;
  static final int UTF8 = 5;
  static final int BOOL = 6;
  static final int DECIMAL = 7;
  static final int DATE = 8;
  static final int TIME = 9;
  static final int TIMESTAMP = 10;
  static final int INTERVAL = 11;
  static final int LIST = 12;
  static final int STRUCT = 13;
  static final int UNION = 14;
  static final int FIXED_BINARY = 15;
  static final int FIXED_LIST = 16;
  static final int MAP = 17;
  static final int DURATION = 18;
  static final int LARGE_BINARY = 19;
  static final int LARGE_UTF8 = 20;
  static final int LARGE_LIST = 21;
  static final int RUN_ENDS = 22;
  static final int BINARY_VIEW = 23;
  static final int UTF8_VIEW = 24;
  static final int LIST_VIEW = 25;
  static final int LARGE_LIST_VIEW = 26;

  /// How wide what is stored is.
  ///
  /// @param width the bytes of a stored value or offset
  /// @param listSize the length of lists that all have the same
  public record Shape(int width, int listSize) {}

  /// Which dictionary, and how it is pointed into.
  ///
  /// @param width the bytes of an index
  public record Dictionary(long id, int width) {}

  public static ArrowField of(Flat field) {
    Flat type = field.inside(3);
    int kind = field.i8(2, 0);
    List<ArrowField> children = field.tables(5).stream().map(ArrowField::of).toList();
    return new ArrowField(
        field.text(0),
        kind,
        form(kind, type, children),
        shape(kind, type),
        children,
        field.table(4).map(ArrowField::dictionary));
  }

  private static Dictionary dictionary(Flat encoding) {
    int bits = encoding.table(1).map(index -> index.i32(0, 32)).orElse(32);
    return new Dictionary(encoding.i64(0), bits / Byte.SIZE);
  }

  private static Optional<Type> form(int kind, Flat type, List<ArrowField> children) {
    return switch (kind) {
      case INT -> Optional.of(whole(type.i32(0, 0), type.i8(1, 0) != 0));
      case FLOAT -> Optional.of(real(type.i16(0, 0)));
      case DURATION -> Optional.of(Type.Scalar.I64);
      case BINARY, LARGE_BINARY, BINARY_VIEW -> Optional.of(Type.Scalar.BINARY);
      case UTF8, LARGE_UTF8, UTF8_VIEW -> Optional.of(Type.Scalar.TEXT);
      case BOOL -> Optional.of(Type.Scalar.BOOL);
      case DECIMAL ->
          type.i32(2, 128) == 128
              ? Optional.of(new Type.Decimal(type.i32(0, 0), type.i32(1, 0)))
              : Optional.empty();
      case DATE ->
          Optional.of(
              type.i16(0, 1) == 0 ? Type.Scalar.DATE : new Type.Timestamp(Type.Unit.MILLIS, false));
      case TIME -> Optional.of(new Type.TimeOfDay(unit(type.i16(0, 1))));
      case TIMESTAMP ->
          Optional.of(new Type.Timestamp(unit(type.i16(0, 0)), !type.text(1).isEmpty()));
      case FIXED_BINARY -> Optional.of(new Type.FixedBytes(type.i32(0, 0)));
      case LIST, LARGE_LIST, FIXED_LIST -> element(children).form.map(Type.ListOf::new);
      default -> Optional.empty();
    };
  }

  private static ArrowField element(List<ArrowField> children) {
    if (children.size() != 1) {
      throw new IllegalArgumentException("a list of " + children.size() + " kinds of elements");
    }
    return children.getFirst();
  }

  private static Type.Unit unit(int number) {
    return switch (number) {
      case 0 -> Type.Unit.SECONDS;
      case 1 -> Type.Unit.MILLIS;
      case 2 -> Type.Unit.MICROS;
      case 3 -> Type.Unit.NANOS;
      default -> throw new IllegalArgumentException("there is no unit of time " + number);
    };
  }

  /// The number that Arrow has for a unit of time.
  static int number(Type.Unit unit) {
    return switch (unit) {
      case SECONDS -> 0;
      case MILLIS -> 1;
      case MICROS -> 2;
      case NANOS -> 3;
    };
  }

  private static Type whole(int bits, boolean signed) {
    return switch (bits) {
      case 8 -> signed ? Type.Scalar.I8 : Type.Scalar.U8;
      case 16 -> signed ? Type.Scalar.I16 : Type.Scalar.U16;
      case 32 -> signed ? Type.Scalar.I32 : Type.Scalar.U32;
      default -> signed ? Type.Scalar.I64 : Type.Scalar.U64;
    };
  }

  private static Type real(int precision) {
    return switch (precision) {
      case 0 -> Type.Scalar.F16;
      case 1 -> Type.Scalar.F32;
      default -> Type.Scalar.F64;
    };
  }

  private static Shape shape(int kind, Flat type) {
    return switch (kind) {
      case LARGE_BINARY, LARGE_UTF8, LARGE_LIST -> new Shape(Long.BYTES, 0);
      case TIME -> new Shape(type.i32(1, 32) / Byte.SIZE, 0);
      case FIXED_LIST -> new Shape(0, type.i32(0, 0));
      case DECIMAL -> new Shape(type.i32(2, 128) / Byte.SIZE, 0);
      default -> new Shape(Integer.BYTES, 0);
    };
  }

  /// The first column that cannot be read, and what it is; a struct's are `struct.field`.
  public Optional<String> refusal() {
    return refusal(name);
  }

  private Optional<String> refusal(String path) {
    if (kind == STRUCT) {
      return children.stream()
          .flatMap(child -> child.refusal(path + "." + child.name).stream())
          .findFirst();
    }
    return form.isPresent()
        ? Optional.empty()
        : Optional.of("column \"%s\" is of Arrow's type %s".formatted(path, kindName()));
  }

  private String kindName() {
    return switch (kind) {
      case NULL -> "null";
      case DECIMAL -> "decimal" + shape.width * Byte.SIZE;
      case INTERVAL -> "interval";
      case STRUCT -> "struct";
      case UNION -> "union";
      case MAP -> "map";
      case RUN_ENDS -> "run_end_encoded";
      case LIST_VIEW, LARGE_LIST_VIEW -> "list_view";
      case LIST, LARGE_LIST, FIXED_LIST -> "list of " + children.getFirst().kindName();
      default -> "number " + kind;
    };
  }

  boolean isView() {
    return kind == BINARY_VIEW || kind == UTF8_VIEW;
  }

  /// The field of the values that a dictionary has for this one.
  public ArrowField values() {
    return new ArrowField(name, kind, form, shape, children, Optional.empty());
  }
}
