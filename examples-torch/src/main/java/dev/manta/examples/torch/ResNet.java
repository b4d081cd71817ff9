package dev.manta.examples.torch;

import dev.manta.Result;
import dev.manta.torch.Tally;
import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.models.ResNet18;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.optim.Curve;
import dev.manta.torch.optim.SGD;
import dev.manta.torch.optim.Schedule;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.bytedeco.pytorch.Tensor;

/// ResNet-18 on Fashion-MNIST, or on made-up images where it cannot be fetched.
public final class ResNet {
  /// How it learns.
  ///
  /// @param images a file of [FashionMnistFile], or empty for made-up images
  /// @param rows how many made-up images
  public record Config(double learningRate, int batchSize, int epochs, String images, int rows) {}

  private ResNet() {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    Config config = ctx.config();
    var torch = Torch.of(ctx).seed(1);
    FashionMnist images = images(config);
    var train = torch.prepare(DataLoader.of(images.train(), config.batchSize()).shuffle(1));
    var test = torch.prepare(DataLoader.of(images.test(), 250));
    var model = torch.prepare(ResNet18.of(1, 10));
    var optimizer =
        torch.prepare(
            new SGD(model.parameters(), config.learningRate()).momentum(0.9).weightDecay(5e-4));
    long steps = train.steps().orElseThrow() * config.epochs();
    var schedule = Schedule.of(optimizer, Curve.oneCycle(config.learningRate(), steps));
    ctx.live("model", model).live("optimizer", optimizer).live("schedule", schedule);
    for (int epoch : ctx.epochs(config.epochs())) {
      Tally tally = torch.tally();
      for (TensorBatch batch : train.epoch(epoch)) {
        optimizer.zeroGrad();
        Tensor loss = Losses.crossEntropy(model.call(batch.x()), batch.y());
        torch.backward(loss);
        optimizer.step();
        schedule.step();
        tally.addMean("loss", loss.item_double(), batch.rows());
      }
      Metrics tested = torch.evaluate(model, test, (batch, t) -> Scores.right(model, batch, t));
      ctx.report(tally.metrics().with(tested).with("rate", schedule.rate()), ctx.snapshot());
    }
  }

  // endregion

  private static FashionMnist images(Config config) {
    return config.images().isEmpty()
        ? FashionMnist.synthetic(config.rows())
        : FashionMnist.read(Path.of(config.images()));
  }

  /// A trainer of so many workers.
  static TorchTrainer trainer(Config config, int workers, RunConfig run) {
    return TorchTrainer.of(ResNet::train, config).scaling(ScalingConfig.workers(workers)).run(run);
  }

  public static void main(String[] args) {
    int epochs = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    String images = FashionMnistFile.find().map(Path::toString).orElse("");
    Instant begin = Instant.now();
    Result result =
        trainer(new Config(0.1, 64, epochs, images, 7000), 2, RunConfig.named("resnet")).fit();
    System.out.printf(
        Locale.ROOT,
        "test accuracy %.4f after %s epochs on %s, %s s%n",
        result.metrics().number("accuracy"),
        epochs,
        images.isEmpty() ? "made-up images" : "Fashion-MNIST",
        Duration.between(begin, Instant.now()).toSeconds());
  }
}
