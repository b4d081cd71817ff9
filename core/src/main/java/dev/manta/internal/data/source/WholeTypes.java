package dev.manta.internal.data.source;

import dev.manta.data.Type;
import java.math.BigInteger;

/// Types of integers that are seen, not said. They are `i64` unless one is too large for it: then
/// `u64` where none is negative, a decimal where 64 bits do not do, and texts behind 38 digits.
///
/// While rows are looked at, an integer that is not negative is a `u64`, so that both come out as
/// what holds them together.
final class WholeTypes {
  private static final int DIGITS_MAX = 38;
  private static final Type BOTH = new Type.Decimal(20, 0);

  private WholeTypes() {}

  /// @param digits an integer, perhaps with a sign
  static Type of(String digits) {
    if (digits.length() > DIGITS_MAX + 1) {
      return Type.Scalar.TEXT;
    }
    var value = new BigInteger(digits);
    if (value.bitLength() <= Long.SIZE && value.signum() >= 0) {
      return Type.Scalar.U64;
    }
    if (value.bitLength() < Long.SIZE) {
      return Type.Scalar.I64;
    }
    return value.abs().toString().length() <= DIGITS_MAX
        ? new Type.Decimal(DIGITS_MAX, 0)
        : Type.Scalar.TEXT;
  }

  /// Whether an `i64` does not hold an integer of a type that was seen.
  static boolean isLarge(String digits, Type seen) {
    return seen instanceof Type.Decimal
        || (seen == Type.Scalar.U64 && new BigInteger(digits).bitLength() == Long.SIZE);
  }

  /// The type of integers of which none is large.
  static Type small(Type type) {
    return type == Type.Scalar.U64 || type.equals(BOTH) ? Type.Scalar.I64 : type;
  }
}
