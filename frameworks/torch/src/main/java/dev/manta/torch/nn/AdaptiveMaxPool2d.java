package dev.manta.torch.nn;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Longs;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// The largest values of windows that are chosen so that the output has the given size.
public final class AdaptiveMaxPool2d extends Module {
  private final Longs size;

  /// With outputs of this size.
  public AdaptiveMaxPool2d(long height, long width) {
    size = Longs.of(height, width);
  }

  @Override
  public Tensor forward(Tensor x) {
    var both = torch.adaptive_max_pool2d(x, size.ref());
    return Lifetime.outOf(both, both.get0());
  }

  @Override
  String details() {
    return "to " + size;
  }
}
