package dev.manta.torch.nn;

import dev.manta.torch.internal.Absent;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/// `y = x Wᵀ + b`.
public final class Linear extends Module {
  private final Tensor weight;
  private final TensorOptional bias;

  public Linear(long in, long out) {
    this(in, out, true);
  }

  public Linear(long in, long out, boolean withBias) {
    weight = parameter("weight", Init.weight(out, in));
    bias = withBias ? optional(parameter("bias", Init.bias(out, out, in))) : Absent.TENSOR;
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.linear(x, weight, bias);
  }
}
