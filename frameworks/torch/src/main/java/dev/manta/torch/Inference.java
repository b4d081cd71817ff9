package dev.manta.torch;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.torch.io.Weights;
import dev.manta.torch.nn.Module;
import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/// A trained model made ready to answer.
final class Inference {
  private Inference() {}

  static <M extends Module> M load(Checkpoint checkpoint, String name, M model) {
    try (var _ = new PointerScope()) {
      return ready(model, Weights.of(checkpoint, name));
    }
  }

  static <M extends Module> M load(Path file, M model) {
    try (var _ = new PointerScope()) {
      return ready(model, Weights.of(file));
    }
  }

  private static <M extends Module> M ready(M model, Map<String, Tensor> weights) {
    model.load(weights);
    model.freeze();
    model.eval();
    return model;
  }
}
