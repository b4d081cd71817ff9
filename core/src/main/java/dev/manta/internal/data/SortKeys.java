package dev.manta.internal.data;

import dev.manta.data.Column;
import dev.manta.data.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values that rows are ordered or grouped by.
final class SortKeys {
  private SortKeys() {}

  /// A `Long`, `Double`, `BigDecimal` or `String`; null for a null.
  static @Nullable Object at(Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    Type type = column.type();
    if (type == Type.Scalar.TEXT) {
      return column.textAt(row);
    }
    if (type == Type.Scalar.F16 || type == Type.Scalar.F32 || type == Type.Scalar.F64) {
      return real(column, row);
    }
    if (type instanceof Type.Decimal || (type == Type.Scalar.U64 && column.wholeAt(row) < 0)) {
      return column.exactAt(row);
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

  /// Two zeros are one.
  static double real(Column column, int row) {
    return column.realAt(row) + 0.0;
  }

  /// The value of one column, or the values of several as a list.
  static @Nullable Object at(List<Column> columns, int row) {
    if (columns.size() == 1) {
      return at(columns.getFirst(), row);
    }
    List<@Nullable Object> all = new ArrayList<>();
    columns.forEach(column -> all.add(at(column, row)));
    return all;
  }

  /// Nulls come last, whichever way the others go.
  static Comparator<@Nullable Object> order(boolean descending) {
    Comparator<Object> values = SortKeys::compare;
    return Comparator.nullsLast(descending ? values.reversed() : values);
  }

  private static int compareAll(List<?> all, List<?> others) {
    for (int i = 0; i < all.size(); i++) {
      int order = order(false).compare(all.get(i), others.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compare(Object a, Object b) {
    return switch (a) {
      case Long whole when b instanceof Long other -> Long.compare(whole, other);
      case BigDecimal exact -> exact.compareTo(exact(b));
      case Long _ when b instanceof BigDecimal other -> exact(a).compareTo(other);
      case Number real when b instanceof Number other ->
          Double.compare(real.doubleValue(), other.doubleValue());
      case List<?> all when b instanceof List<?> others -> compareAll(all, others);
      default -> a.toString().compareTo(b.toString());
    };
  }

  private static BigDecimal exact(Object key) {
    return key instanceof BigDecimal exact ? exact : new BigDecimal(key.toString());
  }
}
