package dev.manta.examples;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import dev.manta.examples.DigitImages.Image;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.util.List;

/// Learns to read handwritten digits, data-parallel: every rank takes its share of each batch, and
/// gradients are averaged.
public final class Digits {
  /// How it learns.
  public record Config(double learningRate, int batchSize, int epochs) {}

  private Digits() {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    DigitImages images = DigitImages.load();
    var network = new Network(1);
    float[] momentum = new float[network.weights.length];
    ctx.live("weights", network.weights).live("momentum", momentum);
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      double[] loss = new double[1];
      for (List<Image> batch : images.batches(epoch, ctx.config().batchSize())) {
        loss[0] += step(ctx, network, momentum, share(batch, ctx.rank(), ctx.worldSize()));
      }
      ctx.collectives().allReduce(loss, Op.SUM);
      ctx.report(
          Metrics.of("epoch", epoch, "epochs", ctx.config().epochs())
              .with("loss", loss[0] / images.train().size())
              .with("accuracy", network.accuracy(images.test())),
          ctx.snapshot());
    }
  }

  private static double step(
      TrainContext<Config> ctx, Network network, float[] momentum, List<Image> share) {
    float[] gradient = new float[momentum.length];
    double loss = network.gradient(share, gradient);
    ctx.collectives().weightedMean(Values.of(gradient), share.size());
    float rate = (float) ctx.config().learningRate();
    for (int i = 0; i < momentum.length; i++) {
      momentum[i] = 0.9f * momentum[i] + gradient[i];
      network.weights[i] -= rate * momentum[i];
    }
    return loss;
  }

  // endregion

  /// The images of a batch that are a rank's to learn from.
  static List<Image> share(List<Image> batch, int rank, int ranks) {
    return batch.subList(batch.size() * rank / ranks, batch.size() * (rank + 1) / ranks);
  }

  /// A trainer of so many workers.
  static Trainer trainer(Config config, int workers, RunConfig run) {
    return Trainer.of(Digits::train, config).scaling(ScalingConfig.workers(workers)).run(run);
  }

  public static void main(String[] args) {
    RunConfig run =
        RunConfig.named("digits")
            .checkpoints(CheckpointConfig.keep(3).scoreBy("accuracy", Order.MAX));
    Result result = trainer(new Config(0.1, 32, 20), 2, run).fit();
    System.out.println("test accuracy " + result.metrics().number("accuracy"));
  }
}
