package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// `tanh x`.
public final class Tanh extends Module {
  @Override
  public Tensor forward(Tensor x) {
    return torch.tanh(x);
  }
}
