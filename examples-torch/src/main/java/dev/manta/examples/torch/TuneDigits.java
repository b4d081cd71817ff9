package dev.manta.examples.torch;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.examples.DigitImages;
import dev.manta.examples.DigitImages.Image;
import dev.manta.torch.Predictor;
import dev.manta.torch.Tally;
import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorDataset;
import dev.manta.torch.nn.Dropout;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.ReLU;
import dev.manta.torch.nn.Sequential;
import dev.manta.torch.optim.AdamW;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Searcher;
import dev.manta.tune.TrialResult;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import dev.manta.tune.space.Choice;
import dev.manta.tune.space.LogIntUniform;
import dev.manta.tune.space.LogUniform;
import dev.manta.tune.space.Uniform;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// Searches for the config with which a small network reads digits best, and lets the best one
/// read.
public final class TuneDigits {
  private static final int EPOCHS = 8;
  private static final int TRAINED = 1137; // of 1,437 images; trials are judged by the other 300

  private TuneDigits() {}

  // region: config
  /// What is searched: each component says where its values lie.
  public record Config(
      @LogUniform(low = 1e-4, high = 0.1) double learningRate,
      @LogIntUniform(low = 8, high = 128) int hidden,
      @Uniform(low = 0, high = 0.5) double dropout,
      @Choice({"16", "32", "64"}) int batchSize) {}

  // endregion

  // region: train
  static Sequential network(Config config) {
    return new Sequential(
        new Linear(DigitImages.PIXELS, config.hidden()),
        new ReLU(),
        new Dropout(config.dropout()),
        new Linear(config.hidden(), 10));
  }

  static void train(TrainContext<Config> ctx) {
    var torch = Torch.of(ctx).seed(1);
    var model = torch.prepare(network(ctx.config()));
    var optimizer = torch.prepare(new AdamW(model.parameters(), ctx.config().learningRate()));
    ctx.live("model", model).live("optimizer", optimizer);
    List<Image> images = DigitImages.load().train();
    int batchSize = ctx.config().batchSize();
    var train = torch.prepare(loader(images.subList(0, TRAINED), batchSize).shuffle(1));
    var validation = torch.prepare(loader(images.subList(TRAINED, images.size()), 100));
    for (int epoch : ctx.epochs(EPOCHS)) {
      for (TensorBatch batch : train.epoch(epoch)) {
        optimizer.zeroGrad();
        torch.backward(Losses.crossEntropy(model.call(batch.x()), batch.y()));
        optimizer.step();
      }
      Metrics score =
          torch.evaluate(model, validation, (batch, tally) -> score(model, batch, tally));
      ctx.report(score, ctx.snapshot());
    }
  }

  static void score(Sequential model, TensorBatch batch, Tally tally) {
    Tensor loss = Losses.crossEntropy(model.call(batch.x()), batch.y());
    tally.addMean("loss", loss.item_double(), batch.rows());
  }

  static DataLoader loader(List<Image> images, int batchSize) {
    var rows =
        TensorDataset.labelled(
            images.size(), i -> images.get(i).pixels(), i -> images.get(i).digit());
    return DataLoader.of(rows, batchSize);
  }

  // endregion

  // region: search
  /// Eight trials, two at a time, each a run with one worker.
  static ResultGrid search(RunConfig run) {
    Config replaced = new Config(1e-3, 32, 0.1, 32); // every trial gets a config of its own
    TorchTrainer trainer =
        TorchTrainer.of(TuneDigits::train, replaced).scaling(ScalingConfig.workers(1));
    return Tuner.of(trainer)
        .search(
            TuneConfig.minimize("loss")
                .samples(8)
                .concurrent(2)
                .searcher(Searcher.tpe())
                .scheduler(Scheduler.asha(1, EPOCHS, 2)))
        .run(run)
        .fit();
  }

  // endregion

  // region: use
  /// The share of the test images, which no trial has seen, that the best network reads right.
  static double accuracy(ResultGrid results) {
    TrialResult best = results.best();
    Checkpoint checkpoint = best.bestCheckpoint().orElseThrow();
    var network = Torch.loadForInference(checkpoint, network(best.config(Config.class)));
    List<Image> images = DigitImages.load().test();
    float[][] pixels = images.stream().map(Image::pixels).toArray(float[][]::new);
    int[] read = Predictor.of(network).classes(pixels);
    int right = 0;
    for (int i = 0; i < read.length; i++) {
      right += read[i] == images.get(i).digit() ? 1 : 0;
    }
    return (double) right / read.length;
  }

  public static void main(String[] args) {
    ResultGrid results = search(RunConfig.named("tune-digits"));
    System.out.println("best config " + results.best().config(Config.class));
    System.out.println("test accuracy " + accuracy(results));
  }
  // endregion
}
