package dev.manta.internal.data;

import dev.manta.data.Column;
import org.jspecify.annotations.Nullable;

/// Values that are equal across columns of different widths: 1 and 1.0 are.
final class JoinKeys {
  private JoinKeys() {}

  static @Nullable Object at(Column column, int row) {
    Object key = SortKeys.at(column, row);
    return key instanceof Double real && real == Math.rint(real) && Math.abs(real) < 1L << 53
        ? (Object) real.longValue()
        : key;
  }
}
