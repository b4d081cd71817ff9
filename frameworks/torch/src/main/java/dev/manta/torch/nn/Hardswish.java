package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// A cheap SiLU: `x relu6(x + 3) / 6`.
public final class Hardswish extends Module {
  @Override
  public Tensor forward(Tensor x) {
    return torch.hardswish(x);
  }
}
