package dev.manta.torch.nn;

import dev.manta.torch.internal.Lifetime;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// `x` where it is positive, a small multiple of it where not.
public final class LeakyReLU extends Module {
  private final Scalar slope;

  /// With a slope of 0.01.
  public LeakyReLU() {
    this(0.01);
  }

  /// With this slope where `x` is negative.
  public LeakyReLU(double slope) {
    this.slope = Lifetime.keep(new Scalar(slope));
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.leaky_relu(x, slope);
  }
}
