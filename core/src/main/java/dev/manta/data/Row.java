package dev.manta.data;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One row: values by column name.
public interface Row {
  /// The names of the columns, in order.
  List<String> names();

  /// How many columns there are.
  default int size() {
    return names().size();
  }

  /// The value as a Java object: a boxed number, a `String`, `byte[]`, an array or list of
  /// elements, or null.
  @Nullable Object value(String name);

  /// A row of names and values by turns.
  static Row of(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException("a row is made of names and values by turns");
    }
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return new MapRow(values);
  }

  /// A row of a map's entries, in its order.
  static Row of(Map<String, ? extends @Nullable Object> values) {
    return new MapRow(new LinkedHashMap<>(values));
  }

  /// A record's components as columns.
  static Row of(Record row) {
    return RecordForm.write(row);
  }

  /// The row as a record whose components are named like columns.
  default <R extends Record> R as(Class<R> type) {
    return RecordForm.of(type).read(this);
  }

  /// Whether a column's value is null.
  default boolean isNull(String name) {
    return value(name) == null;
  }

  /// A number as an integer; null and NaN are refused.
  default long whole(String name) {
    Number number = number(name);
    if (Double.isNaN(number.doubleValue())) {
      throw new IllegalArgumentException("column \"" + name + "\" is NaN, which no integer says");
    }
    return number.longValue();
  }

  /// A number as a floating-point one.
  default double real(String name) {
    return number(name).doubleValue();
  }

  private Number number(String name) {
    return switch (value(name)) {
      case Number number -> number;
      case Boolean truth -> truth ? 1 : 0;
      case null -> throw new IllegalArgumentException("column \"" + name + "\" is null");
      case Object other -> throw notA(name, other, "number");
    };
  }

  /// A boolean, or whether a number is not 0; null and anything else is refused.
  default boolean truth(String name) {
    return whole(name) != 0;
  }

  /// A text; null and anything else is refused.
  default String text(String name) {
    return switch (value(name)) {
      case String text -> text;
      case null -> throw new IllegalArgumentException("column \"" + name + "\" is null");
      case Object other -> throw notA(name, other, "text");
    };
  }

  /// A byte string; null and anything else is refused.
  default byte[] bytes(String name) {
    return switch (value(name)) {
      case byte[] bytes -> bytes;
      case null -> throw new IllegalArgumentException("column \"" + name + "\" is null");
      case Object other -> throw notA(name, other, "byte string");
    };
  }

  private static IllegalArgumentException notA(String name, Object value, String wanted) {
    return new IllegalArgumentException(
        "column \"%s\" is a %s, no %s".formatted(name, value.getClass().getSimpleName(), wanted));
  }

  /// A copy with one column set.
  default Row with(String name, @Nullable Object value) {
    Map<String, @Nullable Object> values = toMap();
    values.put(name, value);
    return new MapRow(values);
  }

  /// A copy without a column.
  default Row without(String name) {
    Map<String, @Nullable Object> values = toMap();
    values.remove(name);
    return new MapRow(values);
  }

  /// A copy as a map that may be changed.
  default Map<String, @Nullable Object> toMap() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (String name : names()) {
      values.put(name, value(name));
    }
    return values;
  }
}
