package dev.manta.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.manta.data.Batch;
import dev.manta.djl.internal.rows.ColumnArray;
import java.util.Arrays;
import java.util.List;

/// Columns as arrays: features side by side in one matrix of floats, and a label, whose whole
/// numbers are classes.
///
/// @param features columns of numbers, or one of lists that are equally long
/// @param label a column of numbers, or of lists of them
/// @param rowShape how the features of a row are arranged; empty for as they are
public record BatchColumns(List<String> features, String label, List<Long> rowShape)
    implements BatchForm {
  public BatchColumns {
    if (features.isEmpty()) {
      throw new IllegalArgumentException("a model needs at least one column of features");
    }
    if (features.contains(label)) {
      throw new IllegalArgumentException(
          "column \"" + label + "\" is both a feature and the label; name it once");
    }
    features = List.copyOf(features);
    rowShape = List.copyOf(rowShape);
  }

  /// Columns of features; say [Features#label] what they are to tell.
  public static Features features(String... names) {
    return new Features(List.of(names));
  }

  /// Features whose label is still to be named.
  public record Features(List<String> names) {
    /// The column that the features are to tell.
    public BatchColumns label(String name) {
      return new BatchColumns(names, name, List.of());
    }
  }

  /// The same for rows of this shape, such as `1, 28, 28` for grey images.
  public BatchColumns rows(long... shape) {
    return new BatchColumns(features, label, Arrays.stream(shape).boxed().toList());
  }

  @Override
  public NDList data(NDManager manager, Batch rows) {
    NDArray matrix = ColumnArray.matrix(manager, rows, features);
    return new NDList(rowShape.isEmpty() ? matrix : shaped(matrix));
  }

  private NDArray shaped(NDArray matrix) {
    long width = matrix.getShape().get(1);
    if (width != rowShape.stream().reduce(1L, (a, b) -> a * b)) {
      throw new IllegalArgumentException(
          "rows of %s have %s numbers, not those of shape %s".formatted(features, width, rowShape));
    }
    Shape row = new Shape(rowShape);
    return matrix.reshape(new Shape(matrix.getShape().get(0)).addAll(row));
  }

  @Override
  public NDList labels(NDManager manager, Batch rows) {
    return new NDList(ColumnArray.label(manager, rows, label));
  }
}
