package dev.manta.bench.recovery;

import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;

/// The training function of a detached run whose controller is killed: short steps that all are
/// reported, and an end that is known beforehand.
public final class ReattachProgram {
  private static final long STEPS = 1_000_000;
  private static final long STEP_MILLIS = 5;

  /// What was reached, and in how many steps.
  public record Reached(long steps, double sum) {}

  private ReattachProgram() {}

  /// The training function; it trains until it is stopped.
  public static Reached train(TrainContext<Object> ctx) throws InterruptedException {
    double[] sum = new double[1];
    ctx.live("sum", sum);
    double[] all = new double[1];
    long steps = 0;
    for (long step : ctx.steps(STEPS)) {
      Thread.sleep(STEP_MILLIS);
      all[0] = part(step, ctx.rank());
      ctx.collectives().allReduce(all, Op.SUM);
      sum[0] = next(sum[0], all[0]);
      ctx.report(Metrics.of("sum", sum[0]));
      steps = step + 1;
    }
    return new Reached(steps, sum[0]);
  }

  private static double part(long step, int rank) {
    return Math.sin((double) step + rank);
  }

  private static double next(double sum, double all) {
    return sum * 0.9 + all;
  }

  /// What two workers reach undisturbed.
  static Reached undisturbed(long steps) {
    double sum = 0;
    for (long step = 0; step < steps; step++) {
      sum = next(sum, part(step, 0) + part(step, 1));
    }
    return new Reached(steps, sum);
  }
}
