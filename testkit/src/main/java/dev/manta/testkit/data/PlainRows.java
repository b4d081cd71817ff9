package dev.manta.testkit.data;

import dev.manta.data.Batch;
import dev.manta.data.Row;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Rows as maps that can be compared: arrays as lists, numbers of all widths alike.
final class PlainRows {
  private PlainRows() {}

  static List<Map<String, @Nullable Object>> of(List<Row> rows) {
    return rows.stream().map(PlainRows::of).toList();
  }

  static Map<String, @Nullable Object> of(Row row) {
    Map<String, @Nullable Object> plain = new LinkedHashMap<>();
    row.names().forEach(name -> plain.put(name, value(row.value(name))));
    return plain;
  }

  static List<Map<String, @Nullable Object>> of(Batch batch) {
    return of(batch, _ -> true);
  }

  /// The rows of a batch that meet a condition, by their numbers.
  static List<Map<String, @Nullable Object>> of(Batch batch, IntPredicate kept) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < batch.rows(); i++) {
      if (kept.test(i)) {
        rows.add(of(batch.row(i)));
      }
    }
    return rows;
  }

  private static @Nullable Object value(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Byte whole -> whole.longValue();
      case Short whole -> whole.longValue();
      case Integer whole -> whole.longValue();
      case Float real -> real.doubleValue();
      case List<?> list -> list(list.toArray());
      case Object array when array.getClass().isArray() -> list(array);
      case Object other -> other;
    };
  }

  private static List<@Nullable Object> list(Object array) {
    List<@Nullable Object> all = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      all.add(value(Array.get(array, i)));
    }
    return all;
  }
}
