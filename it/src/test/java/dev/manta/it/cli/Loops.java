package dev.manta.it.cli;

import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;

/// Training functions that tests name on the command line.
final class Loops {
  record Config(double lr, int epochs) {}

  private Loops() {}

  static void count(TrainContext<Config> ctx) {
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      ctx.report(Metrics.of("epoch", epoch, "rate", ctx.config().lr(), "size", ctx.worldSize()));
    }
  }

  /// Rank 0 throws, far from where it was called; rank 1 waits for it.
  static void fail(TrainContext<Config> ctx) {
    ctx.barrier();
    if (ctx.rank() == 0) {
      System.out.println("reading rows");
      read(8);
    }
    ctx.barrier();
  }

  private static void read(int depth) {
    if (depth > 0) {
      read(depth - 1);
    } else {
      throw new IllegalStateException("there is no row 7");
    }
  }

  /// Its only worker dies before there is a checkpoint, though it has live state.
  static void diesOnce(TrainContext<Config> ctx) {
    int[] count = new int[1];
    ctx.live("count", count);
    for (long step : ctx.steps(4)) {
      count[0]++;
      ctx.report(Metrics.of("step", step));
      if (step == 2 && ctx.attempt() == 1) {
        System.out.println("about to die");
        Runtime.getRuntime().halt(3);
      }
    }
  }

  /// Not what a training function looks like: workers have no object to call it on.
  void notStatic(TrainContext<Config> ctx) {
    ctx.barrier();
  }

  static void countForever(TrainContext<Config> ctx) throws InterruptedException {
    int[] count = new int[1];
    ctx.live("count", count);
    for (int epoch : ctx.epochs(1_000_000)) {
      count[0] = epoch;
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot());
      Thread.sleep(20);
    }
  }
}
