package dev.manta.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Collects rows into a batch.
public final class BatchBuilder {
  private final Memory memory;
  private final boolean given;
  private final Map<String, Type> like = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final List<OpenColumn> columns = new ArrayList<>();
  private int rows;

  /// A builder whose first row says what columns there are.
  public BatchBuilder(Memory memory) {
    this.memory = memory;
    this.given = false;
  }

  /// Columns that are known before the first row: without any, rows say what there is.
  public BatchBuilder(Memory memory, Schema schema) {
    this.memory = memory;
    this.given = schema.size() > 0;
    for (Field field : schema.fields()) {
      names.add(field.name());
      columns.add(OpenColumn.of(field.name(), field.type()));
    }
  }

  /// How many rows were added.
  public int rows() {
    return rows;
  }

  /// Types of values that hold more than Java's objects tell, such as decimals and moments: a
  /// column of the same name keeps its type where its values fit.
  public BatchBuilder like(Schema schema) {
    schema.fields().forEach(field -> like.put(field.name(), field.type()));
    return this;
  }

  /// Adds a row, or nothing of it where it is refused. Types become as wide as values need: an
  /// integer and then a floating-point number are `f64`.
  public void add(Row row) {
    if (columns.isEmpty()) {
      for (String name : row.names()) {
        names.add(name);
        columns.add(OpenColumn.any(name, like.get(name)));
      }
    }
    requireSame(row);
    try {
      for (OpenColumn column : columns) {
        column.add(row.value(column.name()));
      }
    } catch (RuntimeException e) {
      forget();
      throw e;
    }
    rows++;
  }

  /// Adds rows, or none of them where one is refused.
  public void addAll(List<Row> more) {
    int before = rows;
    try {
      more.forEach(this::add);
    } catch (RuntimeException e) {
      rows = before;
      forget();
      throw e;
    }
  }

  /// What a row that was refused has left; columns that it alone named are none.
  private void forget() {
    columns.forEach(column -> column.rewind(rows));
    if (rows == 0 && !given) {
      names.clear();
      columns.clear();
    }
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
    for (OpenColumn column : columns) {
      ColumnBuilder values = column.built();
      fields.add(new Field(column.name(), values.type()));
      built.add(values.build(memory));
    }
    return Batch.of(Schema.of(fields), built, rows, memory);
  }
}
