package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// The logarithm of [Softmax], computed without losing digits.
public final class LogSoftmax extends AlongDimension {
  /// Along this dimension.
  public LogSoftmax(long dimension) {
    super(dimension);
  }

  @Override
  Tensor along(long dimension, Tensor x) {
    return torch.log_softmax(x, dimension);
  }
}
