package dev.manta.examples.torch;

import dev.manta.examples.DigitImages;
import dev.manta.torch.Torch;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.Module;
import dev.manta.torch.optim.AdamW;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.util.zip.CRC32C;

/// The same bits with any number of workers.
public final class ExactBits {
  /// How it learns.
  ///
  /// @param batchSize how many rows all workers together take in a step
  public record Config(int batchSize, int epochs) {}

  private ExactBits() {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    var torch = Torch.of(ctx).seed(1).exact(8); // before anything is prepared
    var model = torch.prepare(new DigitsCnn.Net());
    var optimizer = torch.prepare(new AdamW(model.parameters(), 2e-3));
    ctx.live("model", model).live("optimizer", optimizer);
    var images = DigitsCnn.loader(DigitImages.load().train(), ctx.config().batchSize());
    var train = torch.prepare(images.acrossRanks().shuffle(1));
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      for (TensorBatch batch : train.epoch(epoch)) {
        optimizer.zeroGrad();
        torch.backward(batch, rows -> Losses.crossEntropy(model.call(rows.x()), rows.y()));
        optimizer.step();
      }
      ctx.report(Metrics.of("epoch", epoch, "bits", bits(model)), ctx.snapshot());
    }
  }

  // endregion

  /// A checksum of what was learned.
  private static long bits(Module model) {
    var sum = new CRC32C();
    model.parts().forEach(part -> sum.update(part.memory().asByteBuffer()));
    return sum.getValue();
  }
}
