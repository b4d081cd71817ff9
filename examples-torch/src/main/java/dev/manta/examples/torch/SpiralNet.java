package dev.manta.examples.torch;

// region: model
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Module;
import org.bytedeco.pytorch.Tensor;

/// Tells two spirals apart: two hidden layers.
final class SpiralNet extends Module {
  private final Linear into = add("into", new Linear(2, 64));
  private final Linear hidden = add("hidden", new Linear(64, 64));
  private final Linear out = add("out", new Linear(64, 2));

  @Override
  public Tensor forward(Tensor x) {
    return out.forward(hidden.forward(into.forward(x).relu()).relu());
  }
}
// endregion
