package dev.manta.torch.optim;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// Adam with decoupled weight decay, 0.01 unless set.
public final class AdamW extends AdamFamily<AdamW> {
  private static final double WEIGHT_DECAY = 0.01;

  /// For these parameters, with PyTorch's defaults.
  public AdamW(List<Tensor> parameters, double learningRate) {
    super("aten::_fused_adamw_", parameters, learningRate);
    weightDecay(WEIGHT_DECAY);
  }

  @Override
  AdamW self() {
    return this;
  }
}
