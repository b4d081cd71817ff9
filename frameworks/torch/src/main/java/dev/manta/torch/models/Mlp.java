package dev.manta.torch.models;

import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.ReLU;
import dev.manta.torch.nn.Sequential;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// Fully connected layers with ReLU between them.
public final class Mlp extends Module {
  private final Sequential layers;

  /// One layer between each width and the next: `new Mlp(784, 256, 256, 10)`.
  public Mlp(long... widths) {
    if (widths.length < 2) {
      throw new IllegalArgumentException("an MLP needs the widths of its input and its output");
    }
    List<Module> steps = new ArrayList<>();
    for (int i = 1; i < widths.length; i++) {
      steps.add(new Linear(widths[i - 1], widths[i]));
      if (i < widths.length - 1) {
        steps.add(new ReLU());
      }
    }
    layers = add("layers", new Sequential(steps.toArray(Module[]::new)));
  }

  @Override
  public Tensor forward(Tensor x) {
    return layers.forward(x);
  }
}
