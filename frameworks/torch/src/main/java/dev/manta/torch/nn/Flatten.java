package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Makes one dimension of all but the first: `[batch, …]` to `[batch, values]`.
public final class Flatten extends Module {
  @Override
  public Tensor forward(Tensor x) {
    return torch.flatten(x, 1, -1);
  }
}
