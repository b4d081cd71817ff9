package dev.manta.torch.nn;

import dev.manta.torch.internal.Longs;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// The largest value in each window; windows do not overlap unless a stride is given.
public final class MaxPool2d extends Module {
  private final Longs size;
  private final Longs stride;
  private final Longs padding;
  private final Longs dilation;

  /// Windows of this size, side by side.
  public MaxPool2d(long kernelSize) {
    this(Kernel.of(kernelSize));
  }

  /// Windows as the kernel says.
  public MaxPool2d(Kernel kernel) {
    size = kernel.sizes(2);
    stride = kernel.strides(2, kernel.size());
    padding = kernel.paddings(2);
    dilation = kernel.dilations(2);
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.max_pool2d(x, size.ref(), stride.ref(), padding.ref(), dilation.ref(), false);
  }

  @Override
  String details() {
    return "kernel " + size + ", stride " + stride;
  }
}
