package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Shares that are positive and add up to 1 along a dimension.
public final class Softmax extends Module {
  private final long dimension;

  public Softmax(long dimension) {
    this.dimension = dimension;
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.softmax(x, dimension);
  }

  @Override
  String details() {
    return "dimension " + dimension;
  }
}
