package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;

/// Modules one after the other, named `0`, `1`, … as in PyTorch.
public final class Sequential extends Module {
  private final Module[] steps;

  /// These steps, named `0`, `1`, … as in PyTorch.
  public Sequential(Module... steps) {
    this.steps = steps.clone();
    for (int i = 0; i < steps.length; i++) {
      add(Integer.toString(i), steps[i]);
    }
  }

  @Override
  public Tensor forward(Tensor x) {
    Tensor at = x;
    for (Module step : steps) {
      at = step.forward(at);
    }
    return at;
  }
}
