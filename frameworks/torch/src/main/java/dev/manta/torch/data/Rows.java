package dev.manta.torch.data;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// Parts of batches.
final class Rows {
  private Rows() {}

  /// No row of these columns.
  static List<Tensor> none(List<Tensor> columns) {
    return columns.stream().map(column -> column.narrow(0, 0, 0)).toList();
  }
}
