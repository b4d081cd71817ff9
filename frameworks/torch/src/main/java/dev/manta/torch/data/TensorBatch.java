package dev.manta.torch.data;

import dev.manta.torch.internal.Lifetime;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// Rows that belong together: one tensor per column, rows in the first dimension. Its tensors live
/// until the step after theirs ends.
///
/// @param columns the tensors
/// @param rows how many rows; 0 for a rank that has none left while others do
public record TensorBatch(List<Tensor> columns, long rows) {
  public TensorBatch {
    columns = List.copyOf(columns);
  }

  /// The first column: what goes into a model.
  public Tensor x() {
    return column(0);
  }

  /// The second column: what should come out.
  public Tensor y() {
    return column(1);
  }

  /// One column; its place counts from 0.
  public Tensor column(int index) {
    if (index >= columns.size()) {
      throw new IllegalArgumentException(
          "column " + index + " of a batch that has " + columns.size());
    }
    return Lifetime.alive(columns.get(index), "column " + index + " of a batch");
  }
}
