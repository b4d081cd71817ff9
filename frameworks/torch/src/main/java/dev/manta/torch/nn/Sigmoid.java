package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// `1 / (1 + e⁻ˣ)`.
public final class Sigmoid extends Module {
  @Override
  public Tensor forward(Tensor x) {
    return torch.sigmoid(x);
  }
}
