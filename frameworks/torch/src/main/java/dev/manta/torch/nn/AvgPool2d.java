package dev.manta.torch.nn;

import dev.manta.torch.internal.Absent;
import dev.manta.torch.internal.Longs;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// The mean of each window; windows do not overlap unless a stride is given.
public final class AvgPool2d extends Module {
  private final Longs size;
  private final Longs stride;
  private final Longs padding;

  /// Windows of this size, side by side.
  public AvgPool2d(long kernelSize) {
    this(Kernel.of(kernelSize));
  }

  /// Windows as the kernel says.
  public AvgPool2d(Kernel kernel) {
    size = kernel.sizes(2);
    stride = kernel.strides(2, kernel.size());
    padding = kernel.paddings(2);
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.avg_pool2d(x, size.ref(), stride.ref(), padding.ref(), false, true, Absent.LONG);
  }

  @Override
  String details() {
    return "kernel " + size + ", stride " + stride;
  }
}
