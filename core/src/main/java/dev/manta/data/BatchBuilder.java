package dev.manta.data;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects rows into a batch.
public final class BatchBuilder {
  private final Memory memory;
  private final List<String> names = new ArrayList<>();
  private final List<Pending> columns = new ArrayList<>();
  private int rows;

  /// A builder whose first row says what columns there are.
  public BatchBuilder(Memory memory) {
    this.memory = memory;
  }

  /// Columns that are known before the first row: without any, rows say what there is.
  public BatchBuilder(Memory memory, Schema schema) {
    this(memory);
    for (Field field : schema.fields()) {
      names.add(field.name());
      columns.add(new Pending(field.name(), field.type()));
    }
  }

  /// How many rows were added.
  public int rows() {
    return rows;
  }

  /// Adds a row; the first row, and values where there were only nulls, decide on types.
  public void add(Row row) {
    if (columns.isEmpty()) {
      for (String name : row.names()) {
        names.add(name);
        columns.add(new Pending(name, null));
      }
    }
    requireSame(row);
    for (Pending column : columns) {
      column.add(row.value(column.name));
    }
    rows++;
  }

  private void requireSame(Row row) {
    if (row.size() != names.size()) {
      throw new IllegalArgumentException(
          "a row has the columns " + row.names() + ", the one before had " + names);
    }
  }

  /// What was added; a column of nothing but nulls is of texts.
  public Batch build() {
    List<Field> fields = new ArrayList<>();
    List<Column> built = new ArrayList<>();
    for (Pending column : columns) {
      ColumnBuilder values = column.values();
      fields.add(new Field(column.name, values.type()));
      built.add(values.build(memory));
    }
    return Batch.of(Schema.of(fields), built, rows, memory);
  }

  /// A column whose type is decided by its first value.
  private static final class Pending {
    private final String name;
    private @Nullable ColumnBuilder builder;
    private int nulls;

    Pending(String name, @Nullable Type type) {
      this.name = name;
      this.builder = type == null ? null : new ColumnBuilder(type);
    }

    void add(@Nullable Object value) {
      if (value == null && builder == null) {
        nulls++;
      } else if (value == null) {
        values().addNull();
      } else {
        if (builder == null) {
          builder = begun(ObjectValues.type(name, value));
        }
        ObjectValues.add(builder, name, value);
      }
    }

    ColumnBuilder values() {
      return builder == null ? begun(Type.Scalar.TEXT) : builder;
    }

    private ColumnBuilder begun(Type type) {
      var begun = new ColumnBuilder(type);
      for (int i = 0; i < nulls; i++) {
        begun.addNull();
      }
      return begun;
    }
  }
}
