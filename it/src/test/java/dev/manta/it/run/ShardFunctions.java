package dev.manta.it.run;

import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.util.List;

/// A training function whose ranks have state of their own.
final class ShardFunctions {
  static final long STEPS = 20;
  static final long SAVED_AT = 5;
  static final long DIES_AT = 12;

  private ShardFunctions() {}

  /// Who dies in the first attempt, in the middle of a step.
  record Config(List<Integer> die) {}

  static void train(TrainContext<Config> ctx) throws IOException, InterruptedException {
    double[] sum = {0};
    double[] own = new double[1000 + 100 * ctx.rank()];
    ctx.live("sum", sum).liveShard("own", own);
    run(ctx, sum, own);
  }

  /// The same, but every rank throws when it comes back, before it has changed anything.
  static void throwsOnReentry(TrainContext<Config> ctx) throws IOException, InterruptedException {
    double[] sum = {0};
    double[] own = new double[1000 + 100 * ctx.rank()];
    ctx.live("sum", sum).liveShard("own", own);
    if (ctx.attempt() == 2) {
      throw new IllegalStateException("not yet");
    }
    run(ctx, sum, own);
  }

  private static void run(TrainContext<Config> ctx, double[] sum, double[] own)
      throws IOException, InterruptedException {
    for (long step : ctx.steps(STEPS)) {
      double[] all = {own[step >= 1 ? own.length - 1 : 0], step};
      ctx.collectives().allReduce(all, Op.SUM);
      sum[0] += all[0];
      change(own, ctx.rank(), step);
      dieIfTold(ctx, step);
      ctx.commit();
      report(ctx, step, own, sum[0]);
    }
  }

  private static void change(double[] own, int rank, long step) {
    for (int i = 0; i < own.length; i++) {
      own[i] = own[i] * 0.75 + (rank + 1) * 0.1 * i + step;
    }
  }

  private static void report(TrainContext<Config> ctx, long step, double[] own, double sum) {
    double last = own[own.length - 1];
    Metrics metrics =
        Metrics.of("step", step, "own", last, "sum", sum).with("attempt", ctx.attempt());
    if (step == SAVED_AT) {
      ctx.report(metrics, ctx.snapshot(), Upload.SYNC);
    } else {
      ctx.report(metrics);
    }
  }

  private static void dieIfTold(TrainContext<Config> ctx, long step)
      throws IOException, InterruptedException {
    boolean dies = ctx.config().die().contains(ctx.rank());
    if (ctx.attempt() == 1 && step == DIES_AT && dies) {
      String me = Long.toString(ProcessHandle.current().pid());
      new ProcessBuilder("kill", "-KILL", me).start().waitFor();
    }
  }
}
