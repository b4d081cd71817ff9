package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;

/// Training whose workers may be killed at any moment: nothing is written to disk, and no step is
/// lost.
public final class Unplugged {
  private Unplugged() {}

  /// How many steps, and how long each takes.
  public record Config(long steps, long pauseMillis) {}

  // region: loop
  static double train(TrainContext<Config> ctx) throws InterruptedException {
    double[] weights = new double[4];
    ctx.live("weights", weights); // handed on by the survivors if a worker dies
    for (long step : ctx.steps(ctx.config().steps())) { // resumes at the next step
      double[] gradient = {step, ctx.rank(), 1, 0};
      ctx.collectives().allReduce(gradient, Op.MEAN);
      for (int i = 0; i < weights.length; i++) {
        weights[i] += 0.1 * gradient[i];
      }
      Thread.sleep(ctx.config().pauseMillis());
      ctx.report(Metrics.of("step", step, "attempt", ctx.attempt(), "first", weights[0]));
    } // each step is committed when the loop comes back for the next
    return weights[0];
  }

  // endregion

  /// Trains with two workers.
  public static Result fit(RunConfig run, Config config) {
    return Trainer.of(Unplugged::train, config).scaling(ScalingConfig.workers(2)).run(run).fit();
  }

  public static void main(String[] args) {
    Result result = fit(RunConfig.named("unplugged"), new Config(600, 100));
    System.out.println(result.attempts() + " attempts; " + result.ledger());
  }
}
