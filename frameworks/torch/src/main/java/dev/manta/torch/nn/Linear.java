package dev.manta.torch.nn;

import dev.manta.torch.internal.Absent;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/// `y = x Wᵀ + b`.
public final class Linear extends Module {
  private final Tensor weight;
  private final @Nullable Tensor biasOrNull;
  private final TensorOptional bias;

  /// From rows of so many numbers to rows of so many, with a bias.
  public Linear(long in, long out) {
    this(in, out, true);
  }

  /// With a bias or without.
  public Linear(long in, long out, boolean withBias) {
    weight = parameter("weight", Init.weight(out, in));
    biasOrNull = withBias ? parameter("bias", Init.bias(out, out, in)) : null;
    bias = biasOrNull == null ? Absent.TENSOR : optional(biasOrNull);
  }

  /// The weight, `[out, in]`.
  public Tensor weight() {
    return weight;
  }

  /// The bias; a layer without one refuses.
  public Tensor bias() {
    if (biasOrNull == null) {
      throw new IllegalStateException("this Linear was made without a bias");
    }
    return biasOrNull;
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.linear(x, weight, bias);
  }

  @Override
  String details() {
    return weight.size(1) + " → " + weight.size(0);
  }
}
