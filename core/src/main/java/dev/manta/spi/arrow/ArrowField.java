package dev.manta.spi.arrow;

import dev.manta.data.Type;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A field of an Arrow schema.
///
/// @param kind the number of its type in Arrow's union of types
/// @param form what its values are here; of lists, structs and unknown types none
/// @param shape how its values are stored
/// @param dictionary the dictionary that its values are numbers of
public record ArrowField(
    String name,
    int kind,
    Optional<Type> form,
    Shape shape,
    List<ArrowField> children,
    Optional<Dictionary> dictionary) {
  private static final int DEPTH_MAX = 64;
  private static final int FIELDS_MAX = 100_000;

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

  /// How values are stored.
  ///
  /// @param width the bytes of a stored value or offset
  /// @param listSize the length of lists that all have the same
  /// @param buffers how many buffers there are, without those that views point into
  public record Shape(int width, int listSize, int buffers) {}

  /// Which dictionary, and how it is pointed into.
  ///
  /// @param width the bytes of an index
  public record Dictionary(long id, int width) {}

  /// A column that comes of a field: all of it, or what is inside of a struct.
  ///
  /// @param type none where it is not read
  /// @param kind what Arrow calls its type
  public record Leaf(String name, Optional<Type> type, String kind) {}

  public ArrowField {
    if (isList(kind) && children.size() != 1) {
      throw new IllegalArgumentException("a list of " + children.size() + " kinds of elements");
    }
  }

  /// The columns of a schema.
  public static List<ArrowField> all(FlatBuffer schema) {
    if (schema.i16(0, 0) != 0) {
      throw new IllegalArgumentException(
          "its numbers are big-endian, which is not read: write it on a little-endian machine");
    }
    return schema.tables(1).stream().map(ArrowField::of).toList();
  }

  /// A field as Arrow's metadata describes it.
  public static ArrowField of(FlatBuffer field) {
    return of(field, 1, new AtomicInteger(FIELDS_MAX));
  }

  /// Fields of a damaged schema may be in each other without end.
  private static ArrowField of(FlatBuffer field, int depth, AtomicInteger left) {
    if (depth > DEPTH_MAX || left.decrementAndGet() < 0) {
      throw new IllegalArgumentException(
          "a field holds more than %s others, or lies deeper than %s"
              .formatted(FIELDS_MAX, DEPTH_MAX));
    }
    FlatBuffer type = field.inside(3);
    int kind = field.i8(2, 0);
    List<ArrowField> children =
        field.tables(5).stream().map(child -> of(child, depth + 1, left)).toList();
    return new ArrowField(
        field.text(0),
        kind,
        form(kind, type),
        shape(kind, type),
        children,
        field.table(4).map(ArrowField::dictionary));
  }

  private static Dictionary dictionary(FlatBuffer encoding) {
    int bits = encoding.table(1).map(index -> index.i32(0, 32)).orElse(32);
    return new Dictionary(encoding.i64(0), bits / Byte.SIZE);
  }

  /// What is always null has the type that Parquet's columns of that kind are stored in.
  private static Optional<Type> form(int kind, FlatBuffer type) {
    return switch (kind) {
      case NULL -> Optional.of(Type.Scalar.I32);
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
      case DATE -> Optional.of(Type.Scalar.DATE);
      case TIME -> Optional.of(new Type.TimeOfDay(unit(type.i16(0, 1))));
      case TIMESTAMP ->
          Optional.of(new Type.Timestamp(unit(type.i16(0, 0)), !type.text(1).isEmpty()));
      case FIXED_BINARY -> Optional.of(new Type.FixedBytes(type.i32(0, 0)));
      default -> Optional.empty();
    };
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

  private static Shape shape(int kind, FlatBuffer type) {
    return switch (kind) {
      case NULL, RUN_ENDS -> new Shape(0, 0, 0);
      case STRUCT -> new Shape(0, 0, 1);
      case FIXED_LIST -> new Shape(0, type.i32(0, 0), 1);
      case UNION -> new Shape(0, 0, type.i16(0, 0) == 0 ? 1 : 2);
      case LARGE_LIST -> new Shape(Long.BYTES, 0, 2);
      case LARGE_BINARY, LARGE_UTF8 -> new Shape(Long.BYTES, 0, 3);
      case BINARY, UTF8, LIST_VIEW, LARGE_LIST_VIEW -> new Shape(Integer.BYTES, 0, 3);
      case DATE -> new Shape(type.i16(0, 1) == 0 ? Integer.BYTES : Long.BYTES, 0, 2);
      case TIME -> new Shape(type.i32(1, 32) / Byte.SIZE, 0, 2);
      case DECIMAL -> new Shape(type.i32(2, 128) / Byte.SIZE, 0, 2);
      default -> new Shape(Integer.BYTES, 0, 2);
    };
  }

  /// The columns that come of it: of a struct those of its fields, `struct.field`; of a list of
  /// structs, and of a map, a list for each.
  public List<Leaf> leaves() {
    return leaves(name).toList();
  }

  Stream<Leaf> leaves(String path) {
    if (isList()) {
      return element()
          .leaves(path)
          .map(leaf -> new Leaf(leaf.name, leaf.type.map(Type.ListOf::new), leaf.kind));
    }
    return isStruct()
        ? children.stream().flatMap(child -> child.leaves(path + "." + child.name))
        : Stream.of(new Leaf(path, form, kindName()));
  }

  /// The first column of some that cannot be read, and what it is.
  public Optional<String> refusal(Predicate<String> some) {
    return leaves().stream()
        .filter(leaf -> leaf.type.isEmpty() && some.test(leaf.name))
        .map(leaf -> "column \"%s\" is of Arrow's type %s".formatted(leaf.name, leaf.kind))
        .findFirst();
  }

  private String kindName() {
    return switch (kind) {
      case DECIMAL -> "decimal" + shape.width * Byte.SIZE;
      case INTERVAL -> "interval";
      case UNION -> "union";
      case RUN_ENDS -> "run_end_encoded";
      case LIST_VIEW, LARGE_LIST_VIEW -> "list_view";
      default -> "number " + kind;
    };
  }

  boolean isStruct() {
    return kind == STRUCT && dictionary.isEmpty();
  }

  /// A map is a list of structs of a key and a value.
  boolean isList() {
    return dictionary.isEmpty() && isList(kind);
  }

  private static boolean isList(int kind) {
    return kind == LIST || kind == LARGE_LIST || kind == FIXED_LIST || kind == MAP;
  }

  ArrowField element() {
    return children.getFirst();
  }

  /// Whether it has nothing but nulls, by its type.
  public boolean isNull() {
    return kind == NULL;
  }

  boolean isView() {
    return kind == BINARY_VIEW || kind == UTF8_VIEW;
  }

  /// The field of the values that a dictionary has for this one.
  public ArrowField values() {
    return new ArrowField(name, kind, form, shape, children, Optional.empty());
  }
}
