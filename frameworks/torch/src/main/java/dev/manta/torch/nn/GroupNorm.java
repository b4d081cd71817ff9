package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/// Normalises groups of channels, each row by itself.
public final class GroupNorm extends Module {
  private static final double EPSILON = 1e-5;

  private final long groups;
  private final TensorOptional weight;
  private final TensorOptional bias;

  /// So many groups, of which the number of channels is a multiple.
  public GroupNorm(long groups, long channels) {
    if (groups < 1 || channels % groups != 0) {
      throw new IllegalArgumentException(
          channels + " channels cannot be split into " + groups + " groups");
    }
    this.groups = groups;
    weight = optional(parameter("weight", Init.ones(channels)));
    bias = optional(parameter("bias", Init.zeros(channels)));
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.group_norm(x, groups, weight, bias, EPSILON, true);
  }

  @Override
  String details() {
    return groups + " groups";
  }
}
