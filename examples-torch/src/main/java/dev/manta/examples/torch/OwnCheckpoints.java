package dev.manta.examples.torch;

import dev.manta.examples.DigitImages;
import dev.manta.torch.Torch;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.io.TorchCheckpoint;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Curve;
import dev.manta.torch.optim.Schedule;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;

/// A loop that counts its own steps and reports its own checkpoints, written by all ranks at once.
public final class OwnCheckpoints {
  /// How it learns.
  public record Config(int batchSize, int steps) {}

  private OwnCheckpoints() {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    var torch = Torch.of(ctx).seed(1);
    var model = torch.prepare(new DigitsCnn.Net());
    var optimizer = torch.prepare(new AdamW(model.parameters(), 2e-3));
    var schedule = Schedule.of(optimizer, Curve.warmup(20, 0.1));
    var training = TorchCheckpoint.of(model).optimizer(optimizer).and("schedule", schedule);
    var images = DigitsCnn.loader(DigitImages.load().train(), ctx.config().batchSize());
    var train = torch.prepare(images.shuffle(1));
    long step = training.restore(ctx); // 0 for a new run
    while (step < ctx.config().steps() && !ctx.stopRequested()) {
      int epoch = (int) (step / train.steps().orElseThrow());
      for (TensorBatch batch : train.epoch(epoch)) {
        optimizer.zeroGrad();
        torch.backward(Losses.crossEntropy(model.call(batch.x()), batch.y()));
        optimizer.step();
        schedule.step();
        step++;
      }
      training.report(ctx, Metrics.of("step", step, "rate", schedule.rate()), step);
    }
  }
  // endregion
}
