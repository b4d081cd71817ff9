package dev.manta.internal.data;

import dev.manta.data.Column;
import dev.manta.data.Type;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// Values that rows are ordered or grouped by.
final class SortKeys {
  private SortKeys() {}

  /// A `Long`, `Double` or `String`; null for a null.
  static @Nullable Object at(Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    Type type = column.type();
    if (type == Type.Scalar.TEXT) {
      return column.textAt(row);
    }
    if (type == Type.Scalar.F16 || type == Type.Scalar.F32 || type == Type.Scalar.F64) {
      return column.realAt(row);
    }
    if (type.isNumber() || type.width() == Long.BYTES || type == Type.Scalar.DATE) {
      return column.wholeAt(row);
    }
    if (type == Type.Scalar.BOOL) {
      return column.wholeAt(row);
    }
    throw new IllegalArgumentException(
        "a column of %s cannot order or group rows".formatted(type.text()));
  }

  /// Nulls come last, whichever way the others go.
  static Comparator<@Nullable Object> order(boolean descending) {
    Comparator<Object> values = SortKeys::compare;
    return Comparator.nullsLast(descending ? values.reversed() : values);
  }

  private static int compare(Object a, Object b) {
    return switch (a) {
      case Long whole when b instanceof Long other -> Long.compare(whole, other);
      case Number real when b instanceof Number other ->
          Double.compare(real.doubleValue(), other.doubleValue());
      default -> a.toString().compareTo(b.toString());
    };
  }
}
