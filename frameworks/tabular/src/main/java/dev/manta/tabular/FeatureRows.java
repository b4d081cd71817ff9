package dev.manta.tabular;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Type;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of batches as a model takes them: features side by side as 32-bit floats, NaN where a
/// value is missing, codes where it is a category.
public final class FeatureRows {
  /// As many as stay in a core's nearest memory while one column after the other is copied.
  private static final int BLOCK = 128;

  private final List<String> names;
  private final List<@Nullable CategoryCodes> codes;
  private final Optional<Double> missing;

  private FeatureRows(
      List<String> names, List<@Nullable CategoryCodes> codes, Optional<Double> missing) {
    this.names = names;
    this.codes = codes;
    this.missing = missing;
  }

  /// Rows for a model with this schema.
  ///
  /// @param missing a number that stands for a missing value, beside nulls and NaN
  public static FeatureRows of(TableSchema schema, Optional<Double> missing) {
    List<@Nullable CategoryCodes> codes = new ArrayList<>();
    schema
        .features()
        .forEach(feature -> codes.add(feature.categories().map(CategoryCodes::of).orElse(null)));
    return new FeatureRows(schema.names(), codes, missing);
  }

  /// Rows of features whose categories are not known yet.
  static FeatureRows growing(
      List<String> names, List<String> categorical, Optional<Double> missing) {
    List<@Nullable CategoryCodes> codes = new ArrayList<>();
    names.forEach(name -> codes.add(categorical.contains(name) ? CategoryCodes.growing() : null));
    return new FeatureRows(names, codes, missing);
  }

  /// How many floats a row has.
  public int width() {
    return names.size();
  }

  /// The features, with the categories that came up so far.
  TableSchema schema() {
    List<TableFeature> features = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Optional<CategoryCodes> known = Optional.ofNullable(codes.get(i));
      features.add(new TableFeature(names.get(i), known.map(CategoryCodes::categories)));
    }
    return new TableSchema(features);
  }

  @Nullable CategoryCodes codes(int feature) {
    return codes.get(feature);
  }

  /// The rows of a batch, one after the other.
  public float[] of(Batch batch) {
    float[] all = new float[Math.multiplyExact(batch.rows(), names.size())];
    write(batch, MemorySegment.ofArray(all));
    return all;
  }

  /// Writes the rows of a batch, one after the other; a feature that it has not is refused.
  public void write(Batch batch, MemorySegment into) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(column(batch, i));
    }
    for (int from = 0; from < batch.rows(); from += BLOCK) {
      int to = Math.min(from + BLOCK, batch.rows());
      for (int i = 0; i < columns.size(); i++) {
        write(columns.get(i), i, from, to, into);
      }
    }
  }

  private Column column(Batch batch, int feature) {
    String name = names.get(feature);
    if (!batch.schema().has(name)) {
      throw new IllegalArgumentException(
          "the model has a feature \"%s\", but these rows have no such column; they have %s"
              .formatted(name, String.join(", ", batch.schema().names())));
    }
    Column column = batch.column(name);
    if (codes.get(feature) == null) {
      requireNumber(name, column.type());
    } else {
      requireCategory(name, column.type());
    }
    return column;
  }

  /// Refuses what is no number.
  static void requireNumber(String name, Type type) {
    if (type == Type.Scalar.TEXT) {
      throw new IllegalArgumentException(
          "feature \"%1$s\" is text, which no tree splits: take it as categories with categorical(\"%1$s\"), encode it, or leave it out with ignoring(\"%1$s\")"
              .formatted(name));
    }
    if (isNoNumber(type)) {
      throw new IllegalArgumentException(
          "feature \"%1$s\" is of %2$s, no number: map it to columns of numbers, or leave it out with ignoring(\"%1$s\")"
              .formatted(name, type.text()));
    }
  }

  private static boolean isNoNumber(Type type) {
    return type.isVariable() || type instanceof Type.ListOf || type instanceof Type.FixedBytes;
  }

  private static void requireCategory(String name, Type type) {
    if (isNoNumber(type) && type != Type.Scalar.TEXT) {
      throw new IllegalArgumentException(
          "feature \"%s\" is of %s: categories are texts or numbers".formatted(name, type.text()));
    }
  }

  private void write(Column column, int feature, int from, int to, MemorySegment into) {
    if (codes.get(feature) == null && missing.isEmpty() && !column.hasNulls()) {
      if (column.type() == Type.Scalar.F32) {
        writeFloats(column.segment(), feature, from, to, into);
        return;
      }
      if (column.type() == Type.Scalar.F64) {
        writeDoubles(column.segment(), feature, from, to, into);
        return;
      }
    }
    for (int row = from; row < to; row++) {
      set(into, row, feature, value(column, feature, row));
    }
  }

  private void writeFloats(
      MemorySegment column, int feature, int from, int to, MemorySegment into) {
    for (int row = from; row < to; row++) {
      set(into, row, feature, column.getAtIndex(JAVA_FLOAT_UNALIGNED, row));
    }
  }

  private void writeDoubles(
      MemorySegment column, int feature, int from, int to, MemorySegment into) {
    for (int row = from; row < to; row++) {
      set(into, row, feature, (float) column.getAtIndex(JAVA_DOUBLE_UNALIGNED, row));
    }
  }

  private void set(MemorySegment into, int row, int feature, float value) {
    into.setAtIndex(JAVA_FLOAT_UNALIGNED, (long) row * names.size() + feature, value);
  }

  private float value(Column column, int feature, int row) {
    if (column.isNull(row)) {
      return Float.NaN;
    }
    CategoryCodes categories = codes.get(feature);
    if (categories != null && column.type() == Type.Scalar.TEXT) {
      return categories.code(column, row);
    }
    double value = column.realAt(row);
    if (Double.isNaN(value) || (missing.isPresent() && missing.get() == value)) {
      return Float.NaN;
    }
    return categories == null ? (float) value : categories.code(column, row);
  }
}
