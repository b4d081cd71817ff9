package dev.manta.examples.torch;

import dev.manta.examples.DigitImages;
import dev.manta.torch.Tally;
import dev.manta.torch.Torch;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.GradScaler;
import dev.manta.train.TrainContext;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Computes in bfloat16 or float16 where that is safe; weights stay in float32.
public final class MixedPrecision {
  /// How it learns.
  public record Config(int batchSize, int epochs) {}

  private MixedPrecision() {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    var torch = Torch.of(ctx).seed(1);
    var model = torch.prepare(new DigitsCnn.Net());
    var optimizer = torch.prepare(new AdamW(model.parameters(), 2e-3));
    ctx.live("model", model).live("optimizer", optimizer);
    var images = DigitsCnn.loader(DigitImages.load().train(), ctx.config().batchSize());
    var train = torch.prepare(images.shuffle(1));
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      Tally tally = torch.tally();
      for (TensorBatch batch : train.epoch(epoch)) {
        optimizer.zeroGrad();
        Tensor loss;
        try (var _ = torch.autocast()) {
          loss = Losses.crossEntropy(model.call(batch.x()), batch.y());
        }
        torch.backward(loss);
        optimizer.step();
        tally.addMean("loss", loss.item_double(), batch.rows());
      }
      ctx.report(tally.metrics(), ctx.snapshot());
    }
  }

  // endregion

  // region: float16
  static void trainInFloat16(TrainContext<Config> ctx) {
    var torch = Torch.of(ctx).seed(1);
    var model = torch.prepare(new DigitsCnn.Net());
    var optimizer = torch.prepare(new AdamW(model.parameters(), 2e-3));
    var scaler = new GradScaler();
    ctx.live("model", model).live("optimizer", optimizer).live("scaler", scaler);
    var images = DigitsCnn.loader(DigitImages.load().train(), ctx.config().batchSize());
    var train = torch.prepare(images.shuffle(1));
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      Tally tally = torch.tally();
      for (TensorBatch batch : train.epoch(epoch)) {
        optimizer.zeroGrad();
        Tensor loss;
        try (var _ = torch.autocast(ScalarType.Half)) {
          loss = Losses.crossEntropy(model.call(batch.x()), batch.y());
        }
        torch.backward(scaler.scale(loss));
        scaler.unscale(optimizer); // only because the gradients are clipped
        torch.clipGradNorm(optimizer, 1);
        scaler.step(optimizer);
        scaler.update();
        tally.addMean("loss", loss.item_double(), batch.rows());
      }
      ctx.report(tally.metrics().with("scale", scaler.scale()), ctx.snapshot());
    }
  }
  // endregion
}
