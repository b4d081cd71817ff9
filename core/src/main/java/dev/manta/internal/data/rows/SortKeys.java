package dev.manta.internal.data.rows;

import dev.manta.data.Column;
import dev.manta.data.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values that rows are ordered or grouped by.
public final class SortKeys {
  private SortKeys() {}

  /// A `Long`, `Double`, `BigDecimal` or `String`; null for a null. A byte string is the text of
  /// which each character has a byte.
  public static @Nullable Object at(Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    Type type = column.type();
    if (type == Type.Scalar.TEXT) {
      return column.textAt(row);
    }
    if (type == Type.Scalar.BINARY || type instanceof Type.FixedBytes) {
      return new String(column.bytesAt(row), StandardCharsets.ISO_8859_1);
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
  public static @Nullable Object at(List<Column> columns, int row) {
    if (columns.size() == 1) {
      return at(columns.getFirst(), row);
    }
    List<@Nullable Object> all = new ArrayList<>();
    columns.forEach(column -> all.add(at(column, row)));
    return all;
  }

  /// Nulls come last, whichever way the others go.
  public static Comparator<@Nullable Object> order(boolean descending) {
    Comparator<Object> values = SortKeys::compare;
    return Comparator.nullsLast(descending ? values.reversed() : values);
  }

  /// The same with NaN behind all other values, before nulls.
  static Comparator<@Nullable Object> best(boolean greatest) {
    Comparator<@Nullable Object> gaps = Comparator.comparingInt(SortKeys::gap);
    return gaps.thenComparing(order(greatest));
  }

  private static int gap(@Nullable Object value) {
    return value == null ? 2 : value instanceof Double real && real.isNaN() ? 1 : 0;
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
      default -> compareTexts(a.toString(), b.toString());
    };
  }

  /// By code points, as the bytes of UTF-8 are ordered: Java compares halves of surrogate pairs.
  private static int compareTexts(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char one = a.charAt(i);
      char other = b.charAt(i);
      if (one != other) {
        int surrogates = Boolean.compare(Character.isSurrogate(one), Character.isSurrogate(other));
        return surrogates != 0 && Math.min(one, other) >= Character.MIN_SURROGATE
            ? surrogates
            : Character.compare(one, other);
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  private static BigDecimal exact(Object key) {
    return key instanceof BigDecimal exact ? exact : new BigDecimal(key.toString());
  }
}
