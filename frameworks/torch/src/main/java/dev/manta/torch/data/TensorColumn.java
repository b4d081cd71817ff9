package dev.manta.torch.data;

import dev.manta.data.Batch;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// A column of a dataset as a tensor, of the type and shape that a model wants.
///
/// @param name the column
/// @param type what its numbers become; without one they stay what they are
/// @param rowShape how the numbers of a row are arranged; empty for as they are
public record TensorColumn(String name, Optional<ScalarType> type, List<Long> rowShape) {
  public TensorColumn {
    rowShape = List.copyOf(rowShape);
  }

  /// The column as it is.
  public static TensorColumn of(String name) {
    return new TensorColumn(name, Optional.empty(), List.of());
  }

  /// The same as numbers of another type: labels as `ScalarType.Long`, which losses want, and
  /// doubles as `ScalarType.Float`, which models want.
  public TensorColumn as(ScalarType other) {
    return new TensorColumn(name, Optional.of(other), rowShape);
  }

  /// The same for rows of this shape, such as `1, 28, 28` for grey images.
  public TensorColumn rows(long... shape) {
    return new TensorColumn(name, type, Arrays.stream(shape).boxed().toList());
  }

  /// The column of a batch as a tensor, rows in the first dimension. It lies over the rows' own
  /// memory unless it gets another type.
  public Tensor of(Batch batch) {
    Tensor column = ColumnTensors.of(batch.column(name), name);
    Tensor typed = type.isEmpty() ? column : column.to(type.get());
    return rowShape.isEmpty() ? typed : shaped(typed);
  }

  private Tensor shaped(Tensor column) {
    long width = column.dim() == 1 ? 1 : column.size(1);
    long wanted = rowShape.stream().reduce(1L, (a, b) -> a * b);
    if (width != wanted) {
      throw new IllegalArgumentException(
          "rows of column \"%s\" have %s numbers, not the %s of shape %s"
              .formatted(name, width, wanted, rowShape));
    }
    long[] shape = new long[rowShape.size() + 1];
    shape[0] = column.size(0);
    for (int i = 1; i < shape.length; i++) {
      shape[i] = rowShape.get(i - 1);
    }
    return column.reshape(shape);
  }
}
