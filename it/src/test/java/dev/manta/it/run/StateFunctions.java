package dev.manta.it.run;

import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Training functions that show what has become of their state.
final class StateFunctions {
  static final long STEPS = 30;
  private static final long SNAPSHOT_AT = 10;
  static final long END_AT = 20;

  private StateFunctions() {}

  /// When a snapshot is reported: before or after the step's change.
  record Config(String when) {}

  /// Where a function began, what it counted, and what the run did.
  record Counted(long first, double sum, long commits) {}

  /// Counts steps; every rank dies in the first attempt.
  static Counted snapshots(TrainContext<Config> ctx) {
    double[] sum = {0};
    ctx.live("sum", sum);
    long first = ctx.commits();
    for (long step : ctx.steps(STEPS)) {
      reportIf(step == SNAPSHOT_AT && ctx.config().when().equals("before"), ctx);
      double[] one = {1};
      ctx.collectives().allReduce(one, Op.MEAN);
      sum[0] += one[0];
      reportIf(step == SNAPSHOT_AT && ctx.config().when().equals("after"), ctx);
      dieIf(step == END_AT && ctx.attempt() == 1);
    }
    return new Counted(first, sum[0], ctx.commits());
  }

  /// Counts steps; every rank throws in the first attempt, in the middle of a step.
  static Counted throwsOnce(TrainContext<Config> ctx) {
    double[] sum = {0};
    ctx.live("sum", sum);
    long first = ctx.commits();
    for (long step : ctx.steps(STEPS)) {
      double[] one = {1};
      ctx.collectives().allReduce(one, Op.MEAN);
      sum[0] += one[0];
      if (step == END_AT && ctx.attempt() == 1) {
        throw new IllegalStateException("no more rows");
      }
    }
    return new Counted(first, sum[0], ctx.commits());
  }

  /// Counts steps; in the first attempt every rank waits for rows of a thread that throws.
  static Counted readerThrowsOnce(TrainContext<Config> ctx) throws InterruptedException {
    double[] sum = {0};
    ctx.live("sum", sum);
    long first = ctx.commits();
    for (long step : ctx.steps(STEPS)) {
      ctx.barrier();
      if (step == END_AT && ctx.attempt() == 1) {
        BlockingQueue<Double> rows = new LinkedBlockingQueue<>();
        new Thread(StateFunctions::readNothing, "reader").start();
        sum[0] += rows.take();
      }
      sum[0] += 1;
    }
    return new Counted(first, sum[0], ctx.commits());
  }

  private static void readNothing() {
    throw new IllegalStateException("no more rows");
  }

  private static void reportIf(boolean now, TrainContext<Config> ctx) {
    if (now) {
      ctx.report(Metrics.of("step", ctx.commits()), ctx.snapshot(), Upload.SYNC);
    }
  }

  private static void dieIf(boolean now) {
    if (now) {
      Runtime.getRuntime().halt(9);
    }
  }

  /// Counts commits for ever; only one rank asks whether to stop.
  static void oneAsks(TrainContext<Config> ctx) {
    double[] sum = {0};
    ctx.live("sum", sum);
    boolean asks = ctx.rank() == Integer.parseInt(ctx.config().when());
    do {
      double[] one = {1};
      ctx.collectives().allReduce(one, Op.MEAN);
      sum[0] += one[0];
      ctx.commit();
      ctx.report(Metrics.of("sum", sum[0]));
    } while (!asks || !ctx.stopRequested());
  }

  /// Waits behind each report for the stop that it leads to, for a minute.
  static void awaitsStop(TrainContext<Config> ctx) throws InterruptedException {
    double[] sum = {0};
    ctx.live("sum", sum);
    while (!ctx.stopRequested()) {
      sum[0]++;
      ctx.commit();
      ctx.report(Metrics.of("sum", sum[0]));
      for (int i = 0; i < 60_000 && !ctx.stopRequested(); i++) {
        Thread.sleep(1);
      }
    }
  }

  /// Says what a run resumes from.
  static Counted looks(TrainContext<Config> ctx) {
    double[] sum = {0};
    ctx.live("sum", sum);
    return new Counted(ctx.commits(), sum[0], ctx.commits());
  }

  /// Rank 1 dies at the third commit, and then at the fifth.
  static void diesTwice(TrainContext<Config> ctx) {
    double[] sum = {0};
    ctx.live("sum", sum);
    for (long step : ctx.steps(STEPS)) {
      ctx.barrier();
      dieIf(step == (ctx.attempt() == 1 ? 3 : 5) && ctx.rank() == 1);
      ctx.barrier();
      sum[0] += 1;
      ctx.report(Metrics.of("sum", sum[0]));
    }
  }

  /// Stores a snapshot after the first step, and does no more.
  static void storesOnce(TrainContext<Config> ctx) {
    double[] sum = {1};
    ctx.live("sum", sum);
    ctx.barrier();
    ctx.commit();
    ctx.report(Metrics.of("sum", sum[0]), ctx.snapshot(), Upload.SYNC);
    while (!ctx.stopRequested()) {
      ctx.barrier();
    }
  }

  /// Rank 0 has a snapshot on its way to storage when rank 1 finds the state to be of no use.
  static Counted rollsBackWhileStoring(TrainContext<Config> ctx) {
    double[] sum = {0};
    ctx.live("sum", sum);
    long first = ctx.commits();
    for (long step : ctx.steps(STEPS)) {
      ctx.barrier();
      sum[0] += 1;
      if (step == SNAPSHOT_AT && ctx.attempt() == 1) {
        ctx.report(Metrics.of("step", step), ctx.snapshot(), Upload.ASYNC);
      }
      if (step == END_AT && ctx.attempt() == 1 && ctx.rank() == 1) {
        ctx.rollBack("the loss is NaN");
      }
    }
    return new Counted(first, sum[0], ctx.commits());
  }

  /// Rank 0 waits for its snapshot to be stored when rank 1 dies.
  static Counted diesWhileTheOtherStores(TrainContext<Config> ctx) {
    double[] sum = {0};
    ctx.live("sum", sum);
    long first = ctx.commits();
    for (long step : ctx.steps(STEPS)) {
      dieIf(step == SNAPSHOT_AT + 1 && ctx.attempt() == 1 && ctx.rank() == 1);
      ctx.barrier();
      sum[0] += 1;
      reportIf(step == SNAPSHOT_AT && ctx.attempt() == 1, ctx);
    }
    return new Counted(first, sum[0], ctx.commits());
  }

  /// Rank 1 dies at the tenth step; then all wait for a stop before they change anything.
  static void waitsAfterADeath(TrainContext<Config> ctx) {
    double[] sum = {0};
    ctx.live("sum", sum);
    for (long step : ctx.attempt() == 1 ? ctx.steps(STEPS) : ctx.steps(0)) {
      ctx.barrier();
      dieIf(step == SNAPSHOT_AT && ctx.rank() == 1);
      ctx.barrier();
      sum[0] += 1;
      ctx.report(Metrics.of("step", step));
    }
    ctx.report(Metrics.of("sum", sum[0]));
    while (!ctx.stopRequested()) {
      ctx.barrier();
    }
  }
}
