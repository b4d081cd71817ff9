package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// The logarithm of [Softmax], computed without losing digits.
public final class LogSoftmax extends Module {
  private final long dimension;

  public LogSoftmax(long dimension) {
    this.dimension = dimension;
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.log_softmax(x, dimension);
  }

  @Override
  String details() {
    return "dimension " + dimension;
  }
}
