package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// A convolution over images: `[batch, channels, height, width]`.
public final class Conv2d extends Convolution {
  /// From so many channels to so many, with a bias.
  public Conv2d(long in, long out, long kernelSize) {
    this(in, out, Kernel.of(kernelSize));
  }

  /// With a kernel that says how it moves.
  public Conv2d(long in, long out, Kernel kernel) {
    this(in, out, kernel, true);
  }

  /// With a bias or without.
  public Conv2d(long in, long out, Kernel kernel, boolean withBias) {
    super(kernel, 2, out, withBias, weightShape(in, out, kernel, 2));
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.conv2d(x, weight, bias, stride.ref(), padding.ref(), dilation.ref(), groups);
  }
}
