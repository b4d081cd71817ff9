package dev.manta.examples.torch;

import dev.manta.Result;
import dev.manta.torch.Tally;
import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorDataset;
import dev.manta.torch.models.Gpt;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Curve;
import dev.manta.torch.optim.Schedule;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import org.bytedeco.pytorch.Tensor;

/// A small GPT that learns to write sonnets, letter by letter.
public final class CharacterGpt {
  /// How it learns.
  public record Config(double learningRate, int batchSize, int epochs, int width, int layers) {}

  static final int CONTEXT = 64;
  private static final int STRIDE = 8;
  private static final double NORM_MAX = 1;

  private CharacterGpt() {}

  static Gpt model(Config config) {
    long letters = Letters.ofSonnets().count();
    return new Gpt(new Gpt.Shape(letters, CONTEXT, config.width(), 4, config.layers(), 0));
  }

  // region: loop
  static void train(TrainContext<Config> ctx) {
    Config config = ctx.config();
    var torch = Torch.of(ctx).seed(1);
    var model = torch.prepare(model(config));
    var optimizer = torch.prepare(new AdamW(model.parameters(), config.learningRate()));
    var texts = torch.prepare(DataLoader.of(pieces(), config.batchSize()).shuffle(1));
    long steps = texts.steps().orElseThrow() * config.epochs();
    var schedule = Schedule.of(optimizer, Curve.cosine(steps, config.learningRate() / 10));
    ctx.live("model", model).live("optimizer", optimizer).live("schedule", schedule);
    for (int epoch : ctx.epochs(config.epochs())) {
      Tally tally = torch.tally();
      for (TensorBatch batch : texts.epoch(epoch)) {
        optimizer.zeroGrad();
        Tensor logits = model.call(batch.x());
        Tensor loss = Losses.crossEntropy(logits.flatten(0, 1), batch.y().flatten(0, 1));
        torch.backward(loss);
        torch.clipGradNorm(optimizer, NORM_MAX);
        optimizer.step();
        schedule.step();
        tally.addMean("loss", loss.item_double(), batch.rows());
      }
      ctx.report(tally.metrics().with("rate", schedule.rate()), ctx.snapshot());
    }
  }

  // endregion

  /// Pieces of the text, and the same pieces one letter further on.
  private static TensorDataset pieces() {
    long[] text = Letters.ofSonnets().text();
    int count = (text.length - CONTEXT - 1) / STRIDE;
    long[] here = new long[count * CONTEXT];
    long[] next = new long[count * CONTEXT];
    for (int i = 0; i < count; i++) {
      System.arraycopy(text, i * STRIDE, here, i * CONTEXT, CONTEXT);
      System.arraycopy(text, i * STRIDE + 1, next, i * CONTEXT, CONTEXT);
    }
    return TensorDataset.of(
        Tensor.create(here, count, CONTEXT), Tensor.create(next, count, CONTEXT));
  }

  /// A trainer of so many workers.
  static TorchTrainer trainer(Config config, int workers, RunConfig run) {
    return TorchTrainer.of(CharacterGpt::train, config)
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  // region: write
  public static void main(String[] args) {
    var config = new Config(3e-3, 32, 12, 96, 3);
    Result result = trainer(config, 2, RunConfig.named("gpt")).fit();
    Gpt model =
        Torch.loadForInference(result.latestCheckpoint().orElseThrow().checkpoint(), model(config));
    System.out.println(Writer.write(model, "Shall I ", 300));
  }
  // endregion
}
