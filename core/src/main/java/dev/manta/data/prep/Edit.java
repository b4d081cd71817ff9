package dev.manta.data.prep;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Field;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import dev.manta.internal.data.Lease;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/// A batch whose columns are being changed; those that stay share its memory.
final class Edit {
  private final Batch batch;
  private final Lease memory = new Lease();
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
      all[i] = column.isNull(i) ? Double.NaN : column.realAt(i);
    }
    return all;
  }

  /// Categories as texts.
  List<String> texts(String name) {
    Column column = column(name);
    List<String> all = new ArrayList<>();
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

  void wholes(String name, List<String> values, ToIntFunction<String> number) {
    var builder = new ColumnBuilder(Type.Scalar.I64);
    values.forEach(value -> builder.add(number.applyAsInt(value)));
    columns.put(name, builder.build(memory));
  }

  void flags(String name, List<String> values, List<String> categories) {
    columns.remove(name);
    for (String category : categories) {
      var builder = new ColumnBuilder(Type.Scalar.F64);
      values.forEach(value -> builder.add(value.equals(category) ? 1.0 : 0.0));
      columns.put(name + "_" + category, builder.build(memory));
    }
  }

  void normalize(List<String> names, Fitted.Norm norm) {
    List<double[]> all = names.stream().map(this::reals).toList();
    double[] lengths = new double[batch.rows()];
    for (int i = 0; i < lengths.length; i++) {
      double length = Norms.length(all, i, norm);
      lengths[i] = length == 0 ? 1 : length;
    }
    for (int c = 0; c < names.size(); c++) {
      var builder = new ColumnBuilder(Type.Scalar.F64);
      for (int i = 0; i < lengths.length; i++) {
        builder.add(all.get(c)[i] / lengths[i]);
      }
      columns.put(names.get(c), builder.build(memory));
    }
  }

  void concatenate(List<String> names, String into) {
    List<double[]> all = names.stream().map(this::reals).toList();
    names.forEach(columns::remove);
    var builder = new ColumnBuilder(new Type.ListOf(Type.Scalar.F32));
    for (int i = 0; i < batch.rows(); i++) {
      for (double[] each : all) {
        builder.elements().add(each[i]);
      }
      builder.endList();
    }
    columns.put(into, builder.build(memory));
  }

  void lists(String name, Function<String, double[]> values) {
    var builder = new ColumnBuilder(new Type.ListOf(Type.Scalar.F32));
    for (String text : texts(name)) {
      for (double value : values.apply(text)) {
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
