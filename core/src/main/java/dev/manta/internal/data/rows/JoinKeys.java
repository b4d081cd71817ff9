package dev.manta.internal.data.rows;

import dev.manta.data.Column;
import dev.manta.data.Type;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Values that are equal across columns of different widths and units: 1 and 1.0 are, and so are a
/// moment in seconds and in microseconds.
public final class JoinKeys {
  private JoinKeys() {}

  public static @Nullable Object at(Column column, int row) {
    Object key = SortKeys.at(column, row);
    if (key instanceof BigDecimal exact) {
      return plain(exact.stripTrailingZeros());
    }
    if (key instanceof Long whole && !column.type().isNumber()) {
      return whole(whole, column.type());
    }
    return key instanceof Double real && real == Math.rint(real) && Math.abs(real) < 1L << 53
        ? (Object) real.longValue()
        : key;
  }

  private static Object whole(long key, Type type) {
    return switch (type) {
      case Type.Timestamp(Type.Unit unit, _) -> nanos(key, unit.nanos());
      case Type.TimeOfDay(Type.Unit unit) -> nanos(key, unit.nanos());
      case Type.Scalar _, Type.Decimal _, Type.FixedBytes _, Type.ListOf _ -> key;
    };
  }

  private static Object nanos(long key, long each) {
    long nanos = key * each;
    boolean fits = Math.multiplyHigh(key, each) == nanos >> (Long.SIZE - 1);
    return fits ? (Object) nanos : BigDecimal.valueOf(key).multiply(BigDecimal.valueOf(each));
  }

  private static Object plain(BigDecimal key) {
    boolean whole = key.scale() <= 0 && key.precision() - key.scale() < 19;
    return whole ? (Object) key.longValueExact() : key;
  }
}
