package dev.manta.torch.nn;

import dev.manta.torch.internal.Lifetime;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// `x` where it is positive, `α (eˣ - 1)` where not.
public final class ELU extends Module {
  private static final Scalar ONE = Lifetime.keep(new Scalar(1.0));

  private final Scalar alpha;

  /// With an α of 1.
  public ELU() {
    this(1);
  }

  /// With this α.
  public ELU(double alpha) {
    this.alpha = Lifetime.keep(new Scalar(alpha));
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.elu(x, alpha, ONE, ONE);
  }
}
