package dev.manta.spi.files;

import dev.manta.data.Batch;
import dev.manta.data.Bounds;
import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Condition;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import dev.manta.data.Wanted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Adds what directories' names say as columns, `year=2024/` for instance.
public final class Partitions {
  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  private Partitions() {}

  /// The types of partition columns: integers where every file's value is one.
  public static Map<String, Type> types(List<SourceFiles.Found> files) {
    Map<String, Type> types = new java.util.LinkedHashMap<>();
    for (SourceFiles.Found file : files) {
      file.partitions()
          .forEach(
              (name, value) -> {
                if (!value.equals(NULL)) {
                  types.merge(name, type(value), Type::commonOrText);
                }
              });
    }
    files.forEach(
        file ->
            file.partitions().keySet().forEach(name -> types.putIfAbsent(name, Type.Scalar.TEXT)));
    return types;
  }

  private static Type type(String value) {
    return value.matches("-?[0-9]{1,18}") ? Type.Scalar.I64 : Type.Scalar.TEXT;
  }

  /// The batch with what is said of the file as columns, in place of its own of that name, and null
  /// where neither is there; the batch given is closed.
  public static Batch add(
      Batch to, Map<String, String> values, Map<String, Type> types, Wanted wanted, Memory memory) {
    if (types.isEmpty()) {
      return to;
    }
    List<String> own = to.schema().names().stream().filter(n -> !values.containsKey(n)).toList();
    List<Field> fields = new ArrayList<>(to.schema().select(own).fields());
    List<Column> columns = new ArrayList<>(own.stream().map(to::column).toList());
    types.forEach(
        (name, type) -> {
          if (wanted.wants(name) && !own.contains(name)) {
            fields.add(new Field(name, type));
            columns.add(constant(type, values.getOrDefault(name, NULL), to.rows(), memory));
          }
        });
    if (own.size() == columns.size() && own.size() == to.columns().size()) {
      return to;
    }
    Batch added = Batch.of(Schema.of(fields), columns, to.rows(), memory);
    added.whenReleased(to::close);
    return added;
  }

  /// Whether rows of a file may meet conditions, by what its directories say.
  public static boolean mayHold(
      Map<String, String> values, Map<String, Type> types, List<Condition> conditions) {
    return conditions.stream()
        .allMatch(
            condition ->
                condition.mayHold(
                    name ->
                        Optional.ofNullable(values.get(name))
                            .map(value -> bounds(types.get(name), value))));
  }

  private static Bounds bounds(@Nullable Type type, String value) {
    if (value.equals(NULL)) {
      return Bounds.missing();
    }
    return type == Type.Scalar.I64
        ? whole(Long.parseLong(value))
        : Bounds.texts(value, value, false);
  }

  private static Bounds whole(long value) {
    return Bounds.numbers((double) value, (double) value, false);
  }

  private static Column constant(Type type, String value, int rows, Memory memory) {
    var column = new ColumnBuilder(type);
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < rows; i++) {
      if (value.equals(NULL)) {
        column.addNull();
      } else if (type == Type.Scalar.I64) {
        column.add(Long.parseLong(value));
      } else {
        column.add(text);
      }
    }
    return column.build(memory);
  }
}
