package dev.manta.torch.nn;

import dev.manta.torch.internal.Absent;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Natives;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// First values of parameters: PyTorch's formulas, by the same draws from the same generator, so
/// that `torch.manual_seed` gives the same weights as in Python.
public final class Init {
  static {
    Natives.load();
  }

  private Init() {}

  /// Uniform draws within `±bound`.
  public static Tensor uniform(double bound, long... shape) {
    return Lifetime.only(() -> torch.empty(shape).uniform_(-bound, bound, Absent.GENERATOR));
  }

  /// What PyTorch gives the weights of linear and convolutional layers: Kaiming's uniform for `a =
  /// √5`.
  public static Tensor weight(long... shape) {
    double a = Math.sqrt(5);
    double gain = Math.sqrt(2.0 / (1 + a * a));
    double deviation = gain / Math.sqrt(fanIn(shape));
    return uniform(Math.sqrt(3.0) * deviation, shape);
  }

  /// What PyTorch gives the biases of linear and convolutional layers with a weight of this shape.
  public static Tensor bias(long length, long... weightShape) {
    return uniform(1 / Math.sqrt(fanIn(weightShape)), length);
  }

  private static double fanIn(long... shape) {
    long fan = 1;
    for (int i = 1; i < shape.length; i++) {
      fan *= shape[i];
    }
    return fan;
  }
}
