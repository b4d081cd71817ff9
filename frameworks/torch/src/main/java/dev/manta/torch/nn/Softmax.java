package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Shares that are positive and add up to 1 along a dimension.
public final class Softmax extends AlongDimension {
  /// Along this dimension.
  public Softmax(long dimension) {
    super(dimension);
  }

  @Override
  Tensor along(long dimension, Tensor x) {
    return torch.softmax(x, dimension);
  }
}
