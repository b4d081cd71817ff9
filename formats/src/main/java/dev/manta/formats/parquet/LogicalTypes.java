package dev.manta.formats.parquet;

import dev.manta.data.Type;
import java.util.Optional;

/// What the values of a column mean.
final class LogicalTypes {
  private LogicalTypes() {}

  static Type of(Thrift.Struct element, Leaf.Physical physical) {
    Optional<Type> logical = element.find(10).flatMap(LogicalTypes::logical);
    return logical.orElseGet(() -> converted(element, physical));
  }

  /// The union `LogicalType`: the field that is set says which.
  private static Optional<Type> logical(Thrift.Struct union) {
    if (union.has(1) || union.has(4) || union.has(12)) {
      return Optional.of(Type.Scalar.TEXT);
    }
    if (union.has(5)) {
      Thrift.Struct decimal = union.struct(5);
      return Optional.of(new Type.Decimal(decimal.small(2), decimal.small(1)));
    }
    if (union.has(6)) {
      return Optional.of(Type.Scalar.DATE);
    }
    if (union.has(7)) {
      return Optional.of(new Type.TimeOfDay(unit(union.struct(7))));
    }
    if (union.has(8)) {
      Thrift.Struct stamp = union.struct(8);
      return Optional.of(new Type.Timestamp(unit(stamp), stamp.truth(1, false)));
    }
    if (union.has(10)) {
      Thrift.Struct integer = union.struct(10);
      return Optional.of(integer(integer.small(1), integer.truth(2, true)));
    }
    return union.has(15) ? Optional.of(Type.Scalar.F16) : Optional.empty();
  }

  private static Type.Unit unit(Thrift.Struct time) {
    Thrift.Struct unit = time.struct(2);
    if (unit.has(1)) {
      return Type.Unit.MILLIS;
    }
    return unit.has(2) ? Type.Unit.MICROS : Type.Unit.NANOS;
  }

  private static Type integer(int bits, boolean signed) {
    return switch (bits) {
      case 8 -> signed ? Type.Scalar.I8 : Type.Scalar.U8;
      case 16 -> signed ? Type.Scalar.I16 : Type.Scalar.U16;
      case 32 -> signed ? Type.Scalar.I32 : Type.Scalar.U32;
      case 64 -> signed ? Type.Scalar.I64 : Type.Scalar.U64;
      default -> throw new IllegalArgumentException("it has integers of " + bits + " bits");
    };
  }

  /// Files of older writers say it with a number.
  private static Type converted(Thrift.Struct element, Leaf.Physical physical) {
    return switch (element.small(6, -1)) {
      case 0, 4, 19 -> Type.Scalar.TEXT;
      case 5 -> new Type.Decimal(element.small(8), element.small(7, 0));
      case 6 -> Type.Scalar.DATE;
      case 7 -> new Type.TimeOfDay(Type.Unit.MILLIS);
      case 8 -> new Type.TimeOfDay(Type.Unit.MICROS);
      case 9 -> new Type.Timestamp(Type.Unit.MILLIS, true);
      case 10 -> new Type.Timestamp(Type.Unit.MICROS, true);
      case 11 -> Type.Scalar.U8;
      case 12 -> Type.Scalar.U16;
      case 13 -> Type.Scalar.U32;
      case 14 -> Type.Scalar.U64;
      case 15 -> Type.Scalar.I8;
      case 16 -> Type.Scalar.I16;
      default -> plain(physical, element.small(2, 0));
    };
  }

  private static Type plain(Leaf.Physical physical, int length) {
    return switch (physical) {
      case BOOLEAN -> Type.Scalar.BOOL;
      case INT32 -> Type.Scalar.I32;
      case INT64 -> Type.Scalar.I64;
      case INT96 -> new Type.Timestamp(Type.Unit.NANOS, false);
      case FLOAT -> Type.Scalar.F32;
      case DOUBLE -> Type.Scalar.F64;
      case BYTE_ARRAY -> Type.Scalar.BINARY;
      case FIXED -> new Type.FixedBytes(length);
    };
  }
}
