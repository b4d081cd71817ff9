package dev.manta.data;

import java.util.Optional;

/// Types that hold the values of two others.
final class CommonTypes {
  private static final int DIGITS_MAX = 38;

  private CommonTypes() {}

  static Optional<Type> of(Type a, Type b) {
    if (a.equals(b)) {
      return Optional.of(a);
    }
    if (isNumeric(a) && isNumeric(b)) {
      return Optional.of(number(a, b));
    }
    if (a instanceof Type.ListOf(Type one) && b instanceof Type.ListOf(Type other)) {
      return of(one, other).map(Type.ListOf::new);
    }
    return isBytes(a) && isBytes(b) ? Optional.of(Type.Scalar.BINARY) : time(a, b);
  }

  private static boolean isNumeric(Type type) {
    return type.isNumber() || type instanceof Type.Decimal;
  }

  private static boolean isBytes(Type type) {
    return type == Type.Scalar.BINARY || type instanceof Type.FixedBytes;
  }

  private static Optional<Type> time(Type a, Type b) {
    if (a instanceof Type.Timestamp(Type.Unit one, boolean utc)
        && b instanceof Type.Timestamp(Type.Unit other, boolean alsoUtc)
        && utc == alsoUtc) {
      return Optional.of(new Type.Timestamp(finer(one, other), utc));
    }
    return a instanceof Type.TimeOfDay(Type.Unit one) && b instanceof Type.TimeOfDay(Type.Unit two)
        ? Optional.of(new Type.TimeOfDay(finer(one, two)))
        : Optional.empty();
  }

  private static Type.Unit finer(Type.Unit a, Type.Unit b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  private static Type number(Type a, Type b) {
    if (isReal(a) && isReal(b)) {
      return a.width() > b.width() ? a : b;
    }
    if (isReal(a) || isReal(b)) {
      return Type.Scalar.F64;
    }
    return a instanceof Type.Decimal || b instanceof Type.Decimal
        ? decimal(decimal(a), decimal(b))
        : whole(a, b);
  }

  static boolean isReal(Type type) {
    return type == Type.Scalar.F16 || type == Type.Scalar.F32 || type == Type.Scalar.F64;
  }

  private static Type.Decimal decimal(Type type) {
    return type instanceof Type.Decimal decimal
        ? decimal
        : new Type.Decimal(type.width() == Long.BYTES ? 20 : 10, 0);
  }

  private static Type decimal(Type.Decimal a, Type.Decimal b) {
    int scale = Math.max(a.scale(), b.scale());
    int before = Math.max(a.precision() - a.scale(), b.precision() - b.scale());
    return new Type.Decimal(Math.min(DIGITS_MAX, before + scale), scale);
  }

  private static Type whole(Type a, Type b) {
    boolean unsigned = isUnsigned(a) && isUnsigned(b);
    int bytes = Math.max(room(a, unsigned), room(b, unsigned));
    return switch (bytes) {
      case 1 -> unsigned ? Type.Scalar.U8 : Type.Scalar.I8;
      case 2 -> unsigned ? Type.Scalar.U16 : Type.Scalar.I16;
      case 4 -> unsigned ? Type.Scalar.U32 : Type.Scalar.I32;
      case 8 -> unsigned ? Type.Scalar.U64 : Type.Scalar.I64;
      default -> new Type.Decimal(20, 0);
    };
  }

  /// The bytes that a type's values take among signed or unsigned ones.
  private static int room(Type type, boolean amongUnsigned) {
    return isUnsigned(type) && !amongUnsigned ? 2 * type.width() : type.width();
  }

  private static boolean isUnsigned(Type type) {
    return type instanceof Type.Scalar scalar
        && scalar.compareTo(Type.Scalar.U8) >= 0
        && scalar.compareTo(Type.Scalar.U64) <= 0;
  }
}
