package dev.manta.torch.nn;

import dev.manta.torch.internal.Absent;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Longs;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/// Divides each row by its root mean square over the last dimensions.
public final class RMSNorm extends Module {
  private final Longs shape;
  private final TensorOptional weight;
  private final DoubleOptional epsilon;

  /// With the smallest number of the input's type as epsilon, as in PyTorch.
  public RMSNorm(long... shape) {
    this(Absent.DOUBLE, shape);
  }

  /// With this epsilon.
  public RMSNorm(double epsilon, long... shape) {
    this(Lifetime.keep(new DoubleOptional(epsilon)), shape);
  }

  private RMSNorm(DoubleOptional epsilon, long... shape) {
    this.shape = Longs.of(shape);
    this.epsilon = epsilon;
    weight = optional(parameter("weight", Init.ones(shape)));
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.rms_norm(x, shape.ref(), weight, epsilon);
  }

  @Override
  String details() {
    return shape.toString();
  }
}
