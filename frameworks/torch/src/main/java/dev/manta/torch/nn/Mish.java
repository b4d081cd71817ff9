package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// `x tanh(ln(1 + eˣ))`.
public final class Mish extends Module {
  @Override
  public Tensor forward(Tensor x) {
    return torch.mish(x);
  }
}
