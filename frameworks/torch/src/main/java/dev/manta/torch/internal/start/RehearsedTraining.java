package dev.manta.torch.internal.start;

import dev.manta.torch.Torch;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorDataset;
import dev.manta.torch.nn.Conv2d;
import dev.manta.torch.nn.Flatten;
import dev.manta.torch.nn.Kernel;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.MaxPool2d;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.ReLU;
import dev.manta.torch.nn.Sequential;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Optimizer;
import dev.manta.train.TrainContext;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// A few steps of a very small network for images, written as users write theirs.
final class RehearsedTraining {
  private static final int IMAGES = 4096;
  private static final int STEPS = 3;

  private RehearsedTraining() {}

  static void train(TrainContext<?> ctx) {
    var manta = Torch.of(ctx).seed(1);
    Module model = manta.prepare(network());
    Optimizer optimizer = manta.prepare(new AdamW(model.parameters(), 1e-3));
    ctx.live("rehearsed.model", model).live("rehearsed.optimizer", optimizer);
    DataLoader loader = manta.prepare(DataLoader.of(images(), 2).shuffle(1));
    int steps = 0;
    for (TensorBatch batch : loader.epoch(0)) {
      optimizer.zeroGrad();
      Tensor loss = Losses.crossEntropy(model.call(batch.x()), batch.y());
      manta.backward(loss);
      optimizer.step();
      assert loss.item_float() >= 0;
      if (++steps == STEPS) {
        break;
      }
    }
  }

  private static Sequential network() {
    return new Sequential(
        new Conv2d(1, 2, Kernel.of(3).padding(1)),
        new ReLU(),
        new MaxPool2d(2),
        new Flatten(),
        new Linear(2 * 2 * 2, 2));
  }

  /// Far more than are used, as the second attempt resumes behind all steps of the first.
  private static TensorDataset images() {
    Tensor labels = torch.zeros(IMAGES).to(ScalarType.Long);
    return TensorDataset.of(torch.rand(IMAGES, 1, 4, 4), labels);
  }
}
