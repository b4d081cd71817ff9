package dev.manta.it.peers.training;

import dev.manta.torch.nn.Conv2d;
import dev.manta.torch.nn.Embedding;
import dev.manta.torch.nn.Flatten;
import dev.manta.torch.nn.LayerNorm;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.ReLU;
import dev.manta.torch.nn.Sequential;
import dev.manta.torch.nn.Tanh;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// A small model of each family, with layers that not every step uses. Values come from formulas,
/// so that Python has the same.
final class Net extends Module {
  static final int WIDTH = 12;
  static final int CLASSES = 4;
  static final int WORDS = 20;

  private final Module body;
  private final Module sometimes;

  Net(Setup setup) {
    body = add("body", body(setup.get("model")));
    sometimes = add("sometimes", new Linear(WIDTH, CLASSES));
    if (setup.has("unused", "never") || setup.has("unused", "both")) {
      add("never", new Linear(3, 2));
    }
  }

  private static Module body(String family) {
    return switch (family) {
      case "linear" -> new Sequential(new Linear(WIDTH, CLASSES));
      case "mlp" -> new Sequential(new Linear(WIDTH, 16), new Tanh(), new Linear(16, CLASSES));
      case "norm" ->
          new Sequential(
              new Linear(WIDTH, 10), new LayerNorm(10), new ReLU(), new Linear(10, CLASSES));
      case "convolution" ->
          new Sequential(new Conv2d(1, 3, 2), new Tanh(), new Flatten(), new Linear(18, CLASSES));
      case "embedding" ->
          new Sequential(new Embedding(WORDS, 5), new Flatten(), new Linear(5 * WIDTH, CLASSES));
      default -> throw new IllegalArgumentException("no model " + family);
    };
  }

  /// With the second branch or without it.
  Tensor forward(Setup setup, Tensor x, boolean all) {
    Tensor in =
        switch (setup.get("model")) {
          case "convolution" -> x.reshape(-1, 1, 3, 4);
          case "embedding" -> x.abs().mul(new Scalar(7.0)).to(ScalarType.Long);
          default -> x;
        };
    Tensor out = body.call(in);
    return all ? out.add(sometimes.call(x)) : out;
  }

  @Override
  public Tensor forward(Tensor x) {
    throw new IllegalStateException("call it with the set-up");
  }

  /// Values by formula, of the set-up's type.
  Net filled(ScalarType type) {
    try (var _ = new NoGradGuard()) {
      int number = 0;
      for (Tensor parameter : parameters()) {
        Tensor values = wave(parameter.numel(), 0.7 * number++, 0.37).cos();
        parameter.set_data(
            values.mul(new Scalar(0.3)).to(type).view(parameter.sizes().vec().get()));
      }
    }
    return this;
  }

  /// `from + step * i` in 64 bits.
  static Tensor wave(long count, double from, double step) {
    Tensor numbers = torch.arange(new Scalar((double) count));
    return numbers.to(ScalarType.Double).mul(new Scalar(step)).add(new Scalar(from));
  }
}
