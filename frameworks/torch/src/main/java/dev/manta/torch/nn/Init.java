package dev.manta.torch.nn;

import dev.manta.torch.internal.Absent;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Natives;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

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

  /// Normal draws.
  public static Tensor normal(double mean, double deviation, long... shape) {
    return Lifetime.only(() -> torch.empty(shape).normal_(mean, deviation, Absent.GENERATOR));
  }

  /// Xavier's (Glorot's) uniform draws for a weight of this shape.
  public static Tensor xavierUniform(long... shape) {
    double deviation = Math.sqrt(2.0 / (fanIn(shape) + fanOut(shape)));
    return uniform(Math.sqrt(3.0) * deviation, shape);
  }

  /// Kaiming's (He's) normal draws for a weight before a ReLU, by the fan of the output as image
  /// models use it.
  public static Tensor kaimingNormal(long... shape) {
    return normal(0, Math.sqrt(2.0) / Math.sqrt(fanOut(shape)), shape);
  }

  /// Nothing but 0.
  public static Tensor zeros(long... shape) {
    return torch.zeros(shape);
  }

  /// Nothing but 1.
  public static Tensor ones(long... shape) {
    return torch.ones(shape);
  }

  /// A whole number that starts at 0.
  static Tensor count() {
    return Lifetime.only(() -> torch.zeros().to(ScalarType.Long));
  }

  /// Gives a parameter other first values than its layer did.
  public static void set(Tensor parameter, Tensor values) {
    try (var _ = new PointerScope();
        var _ = new NoGradGuard()) {
      parameter.copy_(values);
    }
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
    return (double) shape[1] * window(shape);
  }

  private static double fanOut(long... shape) {
    return (double) shape[0] * window(shape);
  }

  private static long window(long... shape) {
    long points = 1;
    for (int i = 2; i < shape.length; i++) {
      points *= shape[i];
    }
    return points;
  }
}
