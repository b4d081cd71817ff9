package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;

/// Training whose number of workers changes while it trains.
public final class Elastic {
  private static final int BATCH = 64;

  private Elastic() {}

  /// How many steps, and how long each takes.
  public record Config(long steps, long pauseMillis) {}

  // region: loop
  static double train(TrainContext<Config> ctx) throws InterruptedException {
    double[] state = {0, 0.1}; // a weight, and the learning rate
    ctx.live("state", state);
    ctx.onResize(resize -> state[1] *= resize.factor()); // more workers, larger steps
    int rows = ctx.share(BATCH); // all ranks together always take 64 rows
    for (long step : ctx.steps(ctx.config().steps())) { // the size changes between two steps
      double[] gradient = {rows};
      ctx.collectives().allReduce(gradient, Op.SUM);
      state[0] += state[1] * gradient[0] / BATCH;
      Thread.sleep(ctx.config().pauseMillis());
      ctx.report(Metrics.of("step", step, "workers", ctx.worldSize(), "weight", state[0]));
    }
    return state[0];
  }

  // endregion

  // region: scaling
  /// Trains with as many workers as there are cores, two at least and eight at most.
  public static Result fit(RunConfig run, Config config) {
    return Trainer.of(Elastic::train, config).scaling(ScalingConfig.workers(2, 8)).run(run).fit();
  }

  // endregion

  public static void main(String[] args) {
    fit(RunConfig.named("elastic"), new Config(600, 100));
  }
}
