package dev.manta.torch.nn;

import dev.manta.torch.internal.Absent;
import dev.manta.torch.internal.Longs;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

/// What convolutions share: weight, bias, and how the kernel moves.
abstract class Convolution extends Module {
  final Tensor weight;
  final TensorOptional bias;
  final Longs stride;
  final Longs padding;
  final Longs dilation;
  final long groups;
  private final String description;

  /// @param out the channels of the output
  /// @param weightShape as PyTorch stores it
  Convolution(Kernel kernel, int dimensions, long out, boolean withBias, long[] weightShape) {
    weight = parameter("weight", Init.weight(weightShape));
    bias = withBias ? optional(parameter("bias", Init.bias(out, weightShape))) : Absent.TENSOR;
    stride = kernel.strides(dimensions, List.of(1L));
    padding = kernel.paddings(dimensions);
    dilation = kernel.dilations(dimensions);
    groups = kernel.groups();
    description = "kernel " + kernel.size() + ", stride " + stride + ", padding " + padding;
  }

  public final Tensor weight() {
    return weight;
  }

  static long[] weightShape(long in, long out, Kernel kernel, int dimensions) {
    return kernel.weightShape(out, inEachGroup(in, out, kernel.groups()), dimensions);
  }

  static long inEachGroup(long in, long out, long groups) {
    if (in % groups != 0 || out % groups != 0) {
      throw new IllegalArgumentException(
          in + " channels in and " + out + " out cannot be split into " + groups + " groups");
    }
    return in / groups;
  }

  @Override
  String details() {
    return description;
  }
}
