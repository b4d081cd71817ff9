package dev.manta.internal.data.rows;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The columns of several files or units as those of one dataset: in the order they are first seen,
/// of types that hold the values of all, null where one of them has no such column.
public final class CommonSchema {
  /// @param known whether there is a value that has the type
  private record Seen(Type type, String place, boolean known) {}

  private final Map<String, Seen> columns = new LinkedHashMap<>();
  private final Map<String, String> conflicts = new HashMap<>();
  private Schema schema = Schema.of();

  /// Takes in the columns of a file. Those that do not fit to others' are kept for [#conflicts].
  ///
  /// @param nulls those of nothing but nulls, which fit to any type
  public CommonSchema add(Schema schema, Set<String> nulls, String place) {
    for (Field field : schema.fields()) {
      try {
        add(field, place, !nulls.contains(field.name()));
      } catch (IllegalArgumentException e) {
        conflicts.putIfAbsent(field.name(), e.getMessage());
      }
    }
    return updated();
  }

  /// What is wrong with columns, by name.
  public Map<String, String> conflicts() {
    return Map.copyOf(conflicts);
  }

  /// Takes in the columns of rows that are found at a place; those of nothing but nulls fit to any
  /// type.
  public CommonSchema add(Batch rows, String place) {
    for (Field field : rows.schema().fields()) {
      add(field, place, !TypeWidening.isNothing(rows.column(field.name())));
    }
    return updated();
  }

  private void add(Field field, String place, boolean known) {
    var seen = new Seen(field.type(), place, known);
    columns.merge(field.name(), seen, (a, b) -> wider(field.name(), a, b));
  }

  private static Seen wider(String name, Seen a, Seen b) {
    if (!a.known || !b.known) {
      return a.known ? a : b;
    }
    Type type =
        Type.common(a.type, b.type)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "column \"%s\" is %s in %s and %s in %s; make them alike, or read them apart"
                            .formatted(name, a.type.text(), a.place, b.type.text(), b.place)));
    return new Seen(type, type.equals(a.type) ? a.place : b.place, true);
  }

  public Schema schema() {
    return schema;
  }

  private CommonSchema updated() {
    List<Field> fields = new ArrayList<>();
    columns.forEach((name, seen) -> fields.add(new Field(name, seen.type)));
    schema = Schema.of(fields);
    return this;
  }

  /// The rows with the columns of a schema, and then those that only they have. The batch is
  /// closed.
  public static Batch conformed(Batch in, Schema to, Memory memory) {
    if (in.schema().equals(to)) {
      return in;
    }
    try (in) {
      List<Field> fields = new ArrayList<>();
      List<Column> columns = new ArrayList<>();
      for (Field field : to.fields()) {
        Column column = column(in, field, memory);
        fields.add(new Field(field.name(), column.type()));
        columns.add(column);
      }
      in.schema().fields().stream().filter(field -> !to.has(field.name())).forEach(fields::add);
      fields.subList(columns.size(), fields.size()).forEach(f -> columns.add(in.column(f.name())));
      Batch kept = in.retain();
      Batch conformed = Batch.of(Schema.of(fields), columns, in.rows(), memory);
      conformed.whenReleased(kept::close);
      return conformed;
    }
  }

  private static Column column(Batch in, Field field, Memory memory) {
    if (!in.schema().has(field.name())) {
      return Column.nulls(field.type(), in.rows(), memory);
    }
    Column column = in.column(field.name());
    Optional<Type> both = Type.common(column.type(), field.type());
    boolean fits = both.isPresent() && both.get().equals(field.type());
    return fits || TypeWidening.isNothing(column)
        ? TypeWidening.widened(column, field.type(), memory)
        : column;
  }
}
