package dev.manta.examples.torch;

import static dev.manta.torch.Tensors.argmax;
import static dev.manta.torch.Tensors.eq;
import static dev.manta.torch.Tensors.item;
import static dev.manta.torch.Tensors.sum;

import dev.manta.torch.Tally;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.nn.Module;
import org.bytedeco.pytorch.Tensor;

/// How well a classifier does.
final class Scores {
  private Scores() {}

  /// Tallies which share of a batch's rows a model puts into the right class.
  static void right(Module model, TensorBatch batch, Tally tally) {
    Tensor right = eq(argmax(model.call(batch.x()), 1), batch.y());
    tally.add("accuracy", item(sum(right)), batch.rows());
  }
}
