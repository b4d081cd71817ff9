package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// `max(x, 0)`.
public final class ReLU extends Module {
  @Override
  public Tensor forward(Tensor x) {
    return torch.relu(x);
  }
}
