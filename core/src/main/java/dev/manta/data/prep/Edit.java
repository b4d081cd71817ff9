package dev.manta.data.prep;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Field;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import dev.manta.internal.data.memory.BatchMemory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A batch whose columns are being changed; those that stay share its memory.
final class Edit {
  private static final int UNKNOWN = -1;

  private final Batch batch;
  private final BatchMemory memory = new BatchMemory();
  private final Map<String, Column> columns = new LinkedHashMap<>();

  Edit(Batch batch) {
    this.batch = batch;
    for (Field field : batch.schema().fields()) {
      columns.put(field.name(), batch.column(field.name()));
    }
  }

  private Column column(String name) {
    Column column = columns.get(name);
    return column == null ? batch.column(name) : column;
  }

  /// Numbers, NaN for nulls.
  double[] reals(String name) {
    Column column = column(name);
    double[] all = new double[column.rows()];
    for (int i = 0; i < all.length; i++) {
      all[i] = column.isNull(i) ? Double.NaN : real(name, column, i);
    }
    return all;
  }

  private static double real(String name, Column column, int row) {
    if (column.type().width() == 0 && column.type() != Type.Scalar.BOOL) {
      throw new IllegalArgumentException(
          "column \"%s\" is %s, no numbers: encode or vectorise it before"
              .formatted(name, column.type().text()));
    }
    return column.realAt(row);
  }

  /// Categories as texts, null where there is none.
  private List<@Nullable String> categories(String name) {
    Column column = column(name);
    List<@Nullable String> all = new ArrayList<>();
    for (int i = 0; i < column.rows(); i++) {
      all.add(Categories.at(column, i));
    }
    return all;
  }

  void reals(String name, double[] values, DoubleUnaryOperator change) {
    var builder = new ColumnBuilder(Type.Scalar.F64);
    for (double value : values) {
      builder.add(change.applyAsDouble(value));
    }
    columns.put(name, builder.build(memory));
  }

  /// A text for each null.
  void fill(String name, String filling) {
    var builder = new ColumnBuilder(Type.Scalar.TEXT);
    for (@Nullable String value : categories(name)) {
      builder.add((value == null ? filling : value).getBytes(StandardCharsets.UTF_8));
    }
    columns.put(name, builder.build(memory));
  }

  /// Places among known categories.
  void number(String name, List<String> known) {
    Map<String, Integer> places = new HashMap<>();
    known.forEach(category -> places.put(category, places.size()));
    var builder = new ColumnBuilder(Type.Scalar.I64);
    for (@Nullable String value : categories(name)) {
      if (value == null) {
        builder.addNull();
      } else {
        builder.add(places.getOrDefault(value, UNKNOWN).longValue());
      }
    }
    columns.put(name, builder.build(memory));
  }

  void flags(String name, Fitted.Known known) {
    List<@Nullable String> values = categories(name);
    columns.remove(name);
    known.values().forEach(category -> flag(name + "_" + category, values, category));
    if (known.gaps()) {
      flag(name + "_null", values, null);
    }
  }

  private void flag(String name, List<@Nullable String> values, @Nullable String category) {
    var builder = new ColumnBuilder(Type.Scalar.F64);
    values.forEach(value -> builder.add(Objects.equals(value, category) ? 1.0 : 0.0));
    add(name, builder);
  }

  /// Adds a column, in the place of none.
  private void add(String name, ColumnBuilder values) {
    if (columns.containsKey(name)) {
      throw new IllegalArgumentException(
          "there is a column \"%s\" already: rename it or drop it before".formatted(name));
    }
    columns.put(name, values.build(memory));
  }

  void normalize(List<String> names, Fitted.Norm norm) {
    List<double[]> all = names.stream().map(this::reals).toList();
    double[] row = new double[names.size()];
    for (int i = 0; i < batch.rows(); i++) {
      for (int c = 0; c < row.length; c++) {
        row[c] = all.get(c)[i];
      }
      RowNorms.normalize(row, norm);
      for (int c = 0; c < row.length; c++) {
        all.get(c)[i] = row[c];
      }
    }
    for (int c = 0; c < row.length; c++) {
      reals(names.get(c), all.get(c), value -> value);
    }
  }

  void concatenate(List<String> names, String into) {
    List<Column> all = names.stream().map(this::column).toList();
    names.forEach(columns::remove);
    var builder = new ColumnBuilder(new Type.ListOf(Type.Scalar.F32));
    for (int i = 0; i < batch.rows(); i++) {
      for (int c = 0; c < all.size(); c++) {
        append(names.get(c), all.get(c), i, builder.elements());
      }
      builder.endList();
    }
    add(into, builder);
  }

  private static void append(String name, Column from, int row, ColumnBuilder to) {
    if (!(from.type() instanceof Type.ListOf)) {
      to.add(from.isNull(row) ? Double.NaN : from.realAt(row));
    } else if (from.isNull(row)) {
      throw new IllegalArgumentException(
          "column \"%s\" has no list in row %s: all rows must become equally long"
              .formatted(name, row));
    } else {
      Column list = from.listAt(row);
      for (int i = 0; i < list.rows(); i++) {
        append(name, list, i, to);
      }
    }
  }

  void lists(String name, Function<String, double[]> values) {
    var builder = new ColumnBuilder(new Type.ListOf(Type.Scalar.F32));
    for (@Nullable String text : categories(name)) {
      for (double value : values.apply(text == null ? "" : text)) {
        builder.elements().add(value);
      }
      builder.endList();
    }
    columns.put(name, builder.build(memory));
  }

  Batch build() {
    List<Field> fields = new ArrayList<>();
    columns.forEach((name, column) -> fields.add(new Field(name, column.type())));
    Batch changed = batch.with(Schema.of(fields), List.copyOf(columns.values()));
    changed.whenReleased(memory::release);
    return changed;
  }
}
