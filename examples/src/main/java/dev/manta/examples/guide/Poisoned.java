package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;

/// Training whose loss becomes NaN with steps that are too large.
public final class Poisoned {
  private Poisoned() {}

  /// How many steps.
  public record Config(long steps) {}

  // region: loop
  static double train(TrainContext<Config> ctx) {
    double[] weight = {0};
    ctx.live("weight", weight);
    double rate = 1.0 / ctx.attempt(); // smaller steps after each roll-back
    for (long step : ctx.steps(ctx.config().steps())) {
      double[] loss = {loss(step, rate)};
      ctx.collectives().allReduce(loss, Op.MEAN); // so that all ranks see the same
      weight[0] += rate * loss[0];
      if (Double.isNaN(loss[0])) {
        ctx.rollBack("the loss of step " + step + " is NaN"); // does not return
      }
      Metrics metrics = Metrics.of("loss", loss[0]);
      if (step % 10 == 9) {
        ctx.report(metrics, ctx.snapshot());
      } else {
        ctx.report(metrics);
      }
    }
    return weight[0];
  }

  // endregion

  private static double loss(long step, double rate) {
    return step == 15 && rate > 0.5 ? Double.NaN : 1;
  }

  public static Result fit(RunConfig run, Config config) {
    return Trainer.of(Poisoned::train, config).scaling(ScalingConfig.workers(2)).run(run).fit();
  }
}
