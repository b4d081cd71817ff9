package dev.manta.it.cli;

import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;

/// A training whose end is known beforehand.
final class Sums {
  record Config(int steps, int millis) {}

  private Sums() {}

  static double train(TrainContext<Config> ctx) throws InterruptedException {
    double[] sum = new double[1];
    ctx.live("sum", sum);
    double[] all = new double[1];
    for (long step : ctx.steps(ctx.config().steps())) {
      Thread.sleep(ctx.config().millis());
      all[0] = part(step, ctx.rank());
      ctx.collectives().allReduce(all, Op.SUM);
      sum[0] = sum[0] * 0.9 + all[0];
      ctx.report(Metrics.of("sum", sum[0], "step", step));
    }
    return sum[0];
  }

  private static double part(long step, int rank) {
    return Math.sin((double) step + rank);
  }

  /// What an undisturbed training of two workers ends with.
  static double end(int steps) {
    double sum = 0;
    for (long step = 0; step < steps; step++) {
      sum = sum * 0.9 + (part(step, 0) + part(step, 1));
    }
    return sum;
  }
}
