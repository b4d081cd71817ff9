package dev.manta.examples.torch;

import dev.manta.torch.Tally;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.nn.Module;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;

/// How well a classifier does.
final class Scores {
  private Scores() {}

  /// Tallies which share of a batch's rows a model puts into the right class.
  static void right(Module model, TensorBatch batch, Tally tally) {
    Tensor chosen = model.call(batch.x()).argmax(new LongOptional(1), false);
    tally.add("accuracy", chosen.eq(batch.y()).sum().item_double(), batch.rows());
  }
}
