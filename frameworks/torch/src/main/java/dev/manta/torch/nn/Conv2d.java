package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// A convolution over images: `[batch, channels, height, width]`.
public final class Conv2d extends Convolution {
  public Conv2d(long in, long out, long kernelSize) {
    this(in, out, Kernel.of(kernelSize));
  }

  public Conv2d(long in, long out, Kernel kernel) {
    this(in, out, kernel, true);
  }

  public Conv2d(long in, long out, Kernel kernel, boolean withBias) {
    super(kernel, 2, out, withBias, weightShape(in, out, kernel, 2));
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.conv2d(x, weight, bias, stride.ref(), padding.ref(), dilation.ref(), groups);
  }
}
