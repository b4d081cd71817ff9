package dev.manta.examples.torch;

import dev.manta.examples.DigitImages;
import dev.manta.torch.Torch;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.Module;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Optimizer;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/// One step for several batches.
public final class Accumulating {
  /// How it learns.
  ///
  /// @param together how many batches make one step
  public record Config(int batchSize, int together, int epochs) {}

  private Accumulating() {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    var torch = Torch.of(ctx).seed(1);
    var model = torch.prepare(new DigitsCnn.Net());
    var optimizer = torch.prepare(new AdamW(model.parameters(), 2e-3));
    ctx.live("model", model).live("optimizer", optimizer);
    var images = DigitsCnn.loader(DigitImages.load().train(), ctx.config().batchSize());
    var train = torch.prepare(images.shuffle(1));
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      int batches = 0;
      for (TensorBatch batch : train.epoch(epoch)) {
        batches++;
        add(torch, model, batch, ctx.config().together(), batches);
        if (batches % ctx.config().together() == 0) {
          step(torch, optimizer);
        }
      }
      ctx.report(Metrics.of("steps", optimizer.commits()), ctx.snapshot());
    }
  }

  /// Adds a batch's gradients to those that are there. Only the last of a step is averaged.
  private static void add(Torch torch, Module model, TensorBatch batch, int together, int number) {
    Tensor loss =
        Losses.crossEntropy(model.call(batch.x()), batch.y()).div(new Scalar((double) together));
    if (number % together == 0) {
      torch.backward(loss);
    } else {
      try (var _ = torch.noSync()) {
        torch.backward(loss);
      }
    }
  }

  private static void step(Torch torch, Optimizer optimizer) {
    torch.clipGradNorm(optimizer, 1);
    optimizer.step();
    optimizer.zeroGrad();
  }
  // endregion
}
