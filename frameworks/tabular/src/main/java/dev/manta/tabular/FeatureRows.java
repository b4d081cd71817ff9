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
  /// As many floats as stay in a core's cache while one column after the other is copied.
  private static final int BLOCK = 1 << 14;

  private static final int BLOCK_ROWS_MIN = 16;

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
    int width = Math.max(1, names.size());
    int blockRows = Math.min(batch.rows(), Math.max(BLOCK_ROWS_MIN, BLOCK / width));
    var block = new Block(width, blockRows);
    for (int from = 0; from < batch.rows(); from += block.rows()) {
      int rows = Math.min(block.rows(), batch.rows() - from);
      for (int i = 0; i < columns.size(); i++) {
        write(columns.get(i), i, from, rows, block);
      }
      block.copyTo(into, from, rows);
    }
  }

  /// Some rows on their way. Arrays, as a loop over memory segments takes the JVM's compiler longer
  /// than all rows of a run that reads once.
  private record Block(int width, float[] values, float[] floats, double[] doubles) {
    Block(int width, int rows) {
      this(width, new float[rows * width], new float[rows], new double[rows]);
    }

    int rows() {
      return floats.length;
    }

    void set(int row, int feature, float value) {
      values[row * width + feature] = value;
    }

    void floats(MemorySegment column, int feature, int from, int rows) {
      MemorySegment.copy(column, JAVA_FLOAT_UNALIGNED, (long) from * Float.BYTES, floats, 0, rows);
      for (int row = 0, at = feature; row < rows; row++, at += width) {
        values[at] = floats[row];
      }
    }

    void doubles(MemorySegment column, int feature, int from, int rows) {
      MemorySegment.copy(
          column, JAVA_DOUBLE_UNALIGNED, (long) from * Double.BYTES, doubles, 0, rows);
      for (int row = 0, at = feature; row < rows; row++, at += width) {
        values[at] = (float) doubles[row];
      }
    }

    void copyTo(MemorySegment into, int from, int rows) {
      long begin = (long) from * width * Float.BYTES;
      MemorySegment.copy(values, 0, into, JAVA_FLOAT_UNALIGNED, begin, rows * width);
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

  /// Refuses what is not a number.
  static void requireNumber(String name, Type type) {
    if (type == Type.Scalar.TEXT) {
      throw new IllegalArgumentException(
          "feature \"%1$s\" is text, which trees cannot split: take it as categories with categorical(\"%1$s\"), encode it, or leave it out with ignoring(\"%1$s\")"
              .formatted(name));
    }
    if (isNoNumber(type)) {
      throw new IllegalArgumentException(
          "feature \"%1$s\" is of %2$s, not a number: map it to columns of numbers, or leave it out with ignoring(\"%1$s\")"
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

  private void write(Column column, int feature, int from, int rows, Block block) {
    if (codes.get(feature) == null && missing.isEmpty() && !column.hasNulls()) {
      if (column.type() == Type.Scalar.F32) {
        block.floats(column.segment(), feature, from, rows);
        return;
      }
      if (column.type() == Type.Scalar.F64) {
        block.doubles(column.segment(), feature, from, rows);
        return;
      }
    }
    for (int row = 0; row < rows; row++) {
      block.set(row, feature, value(column, feature, from + row));
    }
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
    if (Double.isNaN(value) || isMissing((float) value)) {
      return Float.NaN;
    }
    return categories == null ? (float) value : categories.code(column, row);
  }

  /// As a model gets it: -99.9 in 32 bits is another number than in 64.
  private boolean isMissing(float value) {
    return missing.isPresent() && missing.get().floatValue() == value;
  }
}
