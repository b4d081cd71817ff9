package dev.manta.internal.data;

import dev.manta.data.Column;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Values that are equal across columns of different widths: 1 and 1.0 are.
final class JoinKeys {
  private JoinKeys() {}

  static @Nullable Object at(Column column, int row) {
    Object key = SortKeys.at(column, row);
    if (key instanceof BigDecimal exact) {
      return plain(exact.stripTrailingZeros());
    }
    return key instanceof Double real && real == Math.rint(real) && Math.abs(real) < 1L << 53
        ? (Object) real.longValue()
        : key;
  }

  private static Object plain(BigDecimal key) {
    boolean whole = key.scale() <= 0 && key.precision() - key.scale() < 19;
    return whole ? (Object) key.longValueExact() : key;
  }
}
