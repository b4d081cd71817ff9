package dev.manta.torch.models;

import dev.manta.torch.nn.Init;
import org.bytedeco.pytorch.Tensor;

/// The first values of transformers: weights with a small deviation, biases 0, norms as they are.
final class FirstValues {
  static final double DEVIATION = 0.02;

  private FirstValues() {}

  static void draw(String name, Tensor parameter) {
    if (parameter.dim() == 2) {
      draw(parameter, DEVIATION);
    } else if (name.endsWith("bias")) {
      Init.set(parameter, Init.zeros(parameter.shape()));
    }
  }

  static void draw(Tensor parameter, double deviation) {
    Init.set(parameter, Init.normal(0, deviation, parameter.shape()));
  }
}
