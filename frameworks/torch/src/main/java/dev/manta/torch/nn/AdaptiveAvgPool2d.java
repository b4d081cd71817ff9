package dev.manta.torch.nn;

import dev.manta.torch.internal.Longs;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// The means of windows that are chosen so that the output has the given size.
public final class AdaptiveAvgPool2d extends Module {
  private final Longs size;

  /// With outputs of this size.
  public AdaptiveAvgPool2d(long height, long width) {
    size = Longs.of(height, width);
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.adaptive_avg_pool2d(x, size.ref());
  }

  @Override
  String details() {
    return "to " + size;
  }
}
