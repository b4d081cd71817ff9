package dev.manta.bench.recovery;

import dev.manta.collective.Op;
import dev.manta.train.TrainContext;
import java.io.IOException;

/// A training function of very many short steps, each of them written into a [StepLog]: it takes
/// some time, sums over ranks and changes live state.
final class ShortSteps {
  private static final long STEPS = 1_000_000;
  private static final int STATE = 1024;

  /// What takes the time of a step; its result goes into the sum.
  interface Work {
    double of(long step) throws InterruptedException;
  }

  private ShortSteps() {}

  static void train(TrainContext<?> ctx, String directory, Work work)
      throws IOException, InterruptedException {
    double[] state = new double[STATE];
    ctx.live("state", state);
    double[] gradient = new double[STATE];
    try (var log = StepLog.open(directory, ctx.rank(), ctx.attempt())) {
      for (long step : ctx.steps(STEPS)) {
        gradient[(int) (step % STATE)] = work.of(step);
        ctx.collectives().allReduce(gradient, Op.SUM);
        state[(int) (step % STATE)]++;
        log.ended(step);
      }
    }
  }

  /// A step that only waits.
  static double pause(long step, long millis) throws InterruptedException {
    Thread.sleep(millis);
    return step;
  }
}
