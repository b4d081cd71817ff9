package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;

/// A function that is applied along one dimension.
abstract class AlongDimension extends Module {
  private final long dimension;

  AlongDimension(long dimension) {
    this.dimension = dimension;
  }

  abstract Tensor along(long dimension, Tensor x);

  @Override
  public final Tensor forward(Tensor x) {
    return along(dimension, x);
  }

  @Override
  final String details() {
    return "dimension " + dimension;
  }
}
