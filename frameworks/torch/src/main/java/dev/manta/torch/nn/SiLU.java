package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// `x σ(x)`.
public final class SiLU extends Module {
  @Override
  public Tensor forward(Tensor x) {
    return torch.silu(x);
  }
}
