package dev.manta.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/// The columns of a dataset, in order.
public final class Schema {
  private final List<Field> fields;
  private final List<String> names;
  private final Map<String, Integer> places = new HashMap<>();

  private Schema(List<Field> fields) {
    this.fields = List.copyOf(fields);
    List<String> inOrder = new ArrayList<>(fields.size());
    for (Field field : this.fields) {
      inOrder.add(field.name());
      if (places.put(field.name(), places.size()) != null) {
        throw new IllegalArgumentException("there are two columns named \"" + field.name() + "\"");
      }
    }
    this.names = List.copyOf(inOrder);
  }

  /// These columns, in this order; two of one name are refused.
  public static Schema of(List<Field> fields) {
    return new Schema(fields);
  }

  /// These columns, in this order; two of one name are refused.
  public static Schema of(Field... fields) {
    return new Schema(List.of(fields));
  }

  /// The columns, in order.
  public List<Field> fields() {
    return fields;
  }

  /// How many columns there are.
  public int size() {
    return fields.size();
  }

  /// The names of the columns, in order.
  public List<String> names() {
    return names;
  }

  /// Whether there is a column of that name.
  public boolean has(String name) {
    return places.containsKey(name);
  }

  /// Where a column is, or empty where there is none.
  public OptionalInt find(String name) {
    Integer place = places.get(name);
    return place == null ? OptionalInt.empty() : OptionalInt.of(place);
  }

  /// Where a column is; one that does not exist is a mistake that names those that do.
  public int indexOf(String name) {
    Integer place = places.get(name);
    if (place == null) {
      throw unknown(name);
    }
    return place;
  }

  /// A column by name; one that does not exist is a mistake that names those that do.
  public Field field(String name) {
    return fields.get(indexOf(name));
  }

  /// These columns, in this order.
  public Schema select(List<String> names) {
    requireDistinct(names);
    return new Schema(names.stream().map(this::field).toList());
  }

  private static void requireDistinct(List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException("column \"" + name + "\" is named twice");
      }
    }
  }

  private IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        "there is no column \"" + name + "\"; there are " + String.join(", ", names()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Schema that && fields.equals(that.fields);
  }

  @Override
  public int hashCode() {
    return fields.hashCode();
  }

  /// `x f32, label i64`.
  @Override
  public String toString() {
    return fields.stream()
        .map(field -> field.name() + " " + field.type().text())
        .collect(Collectors.joining(", "));
  }
}
