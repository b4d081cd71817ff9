package dev.manta.torch.optim;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// Adam: moments of first and second order. Weight decay is added to gradients; see [AdamW] for the
/// decoupled kind.
public final class Adam extends AdamFamily<Adam> {
  /// For these parameters, with PyTorch's defaults.
  public Adam(List<Tensor> parameters, double learningRate) {
    super("aten::_fused_adam_", parameters, learningRate);
  }

  @Override
  Adam self() {
    return this;
  }
}
