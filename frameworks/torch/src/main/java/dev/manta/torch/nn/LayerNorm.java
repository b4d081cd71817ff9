package dev.manta.torch.nn;

import dev.manta.torch.internal.Absent;
import dev.manta.torch.internal.Longs;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/// Normalises each row over its last dimensions.
public final class LayerNorm extends Module {
  private final Longs shape;
  private final TensorOptional weight;
  private final TensorOptional bias;
  private final double epsilon;

  /// Over last dimensions of this shape, with a bias and an epsilon of 1e-5.
  public LayerNorm(long... shape) {
    this(1e-5, true, shape);
  }

  /// With all options.
  public LayerNorm(double epsilon, boolean withBias, long... shape) {
    this.shape = Longs.of(shape);
    this.epsilon = epsilon;
    weight = optional(parameter("weight", Init.ones(shape)));
    bias = withBias ? optional(parameter("bias", Init.zeros(shape))) : Absent.TENSOR;
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.layer_norm(x, shape.ref(), weight, bias, epsilon, true);
  }

  @Override
  String details() {
    return shape.toString();
  }
}
