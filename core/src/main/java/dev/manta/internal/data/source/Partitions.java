package dev.manta.internal.data.source;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import dev.manta.data.Wanted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Adds what directories' names say as columns, `year=2024/` for instance.
public final class Partitions {
  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  private Partitions() {}

  /// The types of partition columns: integers where every file's value is one.
  public static Map<String, Type> types(List<Files.Found> files) {
    Map<String, Type> types = new java.util.LinkedHashMap<>();
    for (Files.Found file : files) {
      file.partitions().forEach((name, value) -> types.merge(name, type(value), JsonValues::wider));
    }
    return types;
  }

  private static Type type(String value) {
    return value.matches("-?[0-9]{1,18}") ? Type.Scalar.I64 : Type.Scalar.TEXT;
  }

  /// The batch with the file's values as columns; the batch given is closed.
  public static Batch add(
      Batch to, Map<String, String> values, Map<String, Type> types, Wanted wanted, Memory memory) {
    List<Field> fields = new ArrayList<>(to.schema().fields());
    List<Column> columns = new ArrayList<>(to.columns());
    values.forEach(
        (name, value) -> {
          if (wanted.wants(name) && !to.schema().has(name)) {
            Type type = types.getOrDefault(name, Type.Scalar.TEXT);
            fields.add(new Field(name, type));
            columns.add(constant(type, value, to.rows(), memory));
          }
        });
    if (columns.size() == to.columns().size()) {
      return to;
    }
    Batch added = Batch.of(Schema.of(fields), columns, to.rows(), memory);
    added.whenReleased(to::close);
    return added;
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
