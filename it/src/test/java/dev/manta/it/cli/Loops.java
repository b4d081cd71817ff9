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

  static void fail(TrainContext<Config> ctx) {
    throw new IllegalStateException("this loop always fails on rank " + ctx.rank());
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
