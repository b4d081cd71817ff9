package dev.manta.internal.data.rows;

import dev.manta.data.Column;
import dev.manta.data.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows in the order of their values in some columns, the first of which decides first; nulls come
/// last, and equal rows keep their order.
public final class RowOrder {
  private RowOrder() {}

  public static int[] of(List<Column> columns, int count, boolean descending) {
    int[] rows = new int[count];
    Arrays.setAll(rows, i -> i);
    for (Column column : columns.reversed()) {
      rows =
          isWord(column.type())
              ? words(column, rows, descending)
              : objects(column, rows, descending);
    }
    return rows;
  }

  /// Where groups of equal rows begin in that order, and where the last one ends.
  static int[] starts(List<Column> columns, int[] order) {
    int[] starts = new int[order.length + 1];
    int count = 0;
    for (int i = 0; i < order.length; i++) {
      if (i == 0 || differ(columns, order[i - 1], order[i])) {
        starts[count++] = i;
      }
    }
    starts[count++] = order.length;
    return Arrays.copyOf(starts, count);
  }

  private static boolean differ(List<Column> columns, int a, int b) {
    for (Column column : columns) {
      if (column.isNull(a) != column.isNull(b) || (!column.isNull(a) && differ(column, a, b))) {
        return true;
      }
    }
    return false;
  }

  private static boolean differ(Column column, int a, int b) {
    return isWord(column.type())
        ? word(column, a) != word(column, b)
        : SortKeys.order(false).compare(SortKeys.at(column, a), SortKeys.at(column, b)) != 0;
  }

  /// Whether 64 bits say which of two values comes first.
  private static boolean isWord(Type type) {
    return switch (type) {
      case Type.Scalar scalar ->
          switch (scalar) {
            case BOOL, I8, I16, I32, I64, U8, U16, U32, F16, F32, F64, DATE -> true;
            case U64, TEXT, BINARY -> false;
          };
      case Type.Timestamp _, Type.TimeOfDay _ -> true;
      case Type.Decimal _, Type.FixedBytes _, Type.ListOf _ -> false;
    };
  }

  private static int[] words(Column column, int[] rows, boolean descending) {
    long[] keys = new long[rows.length];
    int[] sorted = new int[rows.length];
    int count = 0;
    for (int row : rows) {
      if (!column.isNull(row)) {
        long word = word(column, row);
        keys[count] = descending ? ~word : word;
        sorted[count++] = row;
      }
    }
    KeySort.sort(keys, sorted, count);
    for (int row : rows) {
      if (column.isNull(row)) {
        sorted[count++] = row;
      }
    }
    return sorted;
  }

  private static long word(Column column, int row) {
    Type type = column.type();
    if (type == Type.Scalar.F16 || type == Type.Scalar.F32 || type == Type.Scalar.F64) {
      long bits = Double.doubleToLongBits(SortKeys.real(column, row));
      return bits ^ (bits >> 63 & Long.MAX_VALUE); // negative ones are ordered by their size
    }
    return column.wholeAt(row);
  }

  private static int[] objects(Column column, int[] rows, boolean descending) {
    @Nullable Object[] values = new Object[rows.length];
    Integer[] sorted = new Integer[rows.length];
    for (int i = 0; i < rows.length; i++) {
      values[rows[i]] = SortKeys.at(column, rows[i]);
      sorted[i] = rows[i];
    }
    Comparator<@Nullable Object> order = SortKeys.order(descending);
    Arrays.sort(sorted, (a, b) -> order.compare(values[a], values[b]));
    return Arrays.stream(sorted).mapToInt(Integer::intValue).toArray();
  }
}
