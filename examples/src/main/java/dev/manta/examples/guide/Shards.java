package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;

/// Training whose momentum is shared out: every rank has a part of it, and changes those weights.
public final class Shards {
  private static final int WEIGHTS = 1200;

  private Shards() {}

  /// How many steps.
  public record Config(long steps) {}

  // region: loop
  static double train(TrainContext<Config> ctx) {
    double[] weights = new double[WEIGHTS]; // the same on every rank
    double[] velocity = new double[WEIGHTS / ctx.worldSize()]; // of this rank's weights alone
    ctx.live("weights", weights).liveShard("velocity", velocity);
    int first = ctx.rank() * velocity.length;
    for (long step : ctx.steps(ctx.config().steps())) {
      double[] gradient = gradient(weights, ctx.rank());
      ctx.collectives().allReduce(gradient, Op.MEAN);
      double[] mine = new double[velocity.length];
      for (int i = 0; i < mine.length; i++) {
        velocity[i] = 0.9 * velocity[i] + gradient[first + i];
        mine[i] = weights[first + i] - 0.1 * velocity[i];
      }
      ctx.collectives().allGather(Values.of(mine), Values.of(weights));
      ctx.report(Metrics.of("step", step, "weight", weights[0]));
    }
    return weights[0];
  }

  // endregion

  private static double[] gradient(double[] weights, int rank) {
    double[] gradient = new double[weights.length];
    for (int i = 0; i < weights.length; i++) {
      gradient[i] = weights[i] - Math.sin(i + rank);
    }
    return gradient;
  }

  /// Trains with two workers.
  public static Result fit(RunConfig run, Config config) {
    return Trainer.of(Shards::train, config).scaling(ScalingConfig.workers(2)).run(run).fit();
  }

  public static void main(String[] args) {
    fit(RunConfig.named("shards"), new Config(200));
  }
}
