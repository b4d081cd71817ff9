package dev.manta.it.run;

import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.nio.file.Files;
import java.nio.file.Path;

/// Training functions whose number of workers changes.
final class ElasticFunctions {
  private static final long STEPS = 1_000_000;

  private ElasticFunctions() {}

  /// A file that ends the function when it is there.
  record Config(String end) {}

  /// Counts ranks, step by step, and says who it is; what it returns is how often it was told of a
  /// change.
  static double counts(TrainContext<Config> ctx) throws InterruptedException {
    double[] state = {0, 0};
    ctx.live("state", state);
    ctx.onResize(resize -> state[1]++);
    for (long step : ctx.steps(STEPS)) {
      double[] ranks = {1, ended(ctx) ? 1 : 0};
      ctx.collectives().allReduce(ranks, Op.SUM);
      state[0] += ranks[0];
      ctx.report(
          Metrics.of("step", step, "size", ctx.worldSize(), "sum", state[0])
              .with("pid", ProcessHandle.current().pid()));
      if (ranks[1] > 0) {
        break;
      }
      Thread.sleep(5);
    }
    return state[1];
  }

  /// Cannot be entered with another number of workers.
  static void refusesToChange(TrainContext<Config> ctx) throws InterruptedException {
    double[] state = {0};
    ctx.live("state", state);
    ctx.onResize(
        resize -> {
          throw new IllegalArgumentException("batches of %s".formatted(resize.after()));
        });
    for (long step : ctx.steps(STEPS)) {
      ctx.barrier();
      state[0]++;
      ctx.report(Metrics.of("step", step, "size", ctx.worldSize(), "sum", state[0]));
      Thread.sleep(5);
    }
  }

  /// The same without anything to resume from.
  static void forgets(TrainContext<Config> ctx) throws InterruptedException {
    for (long step : ctx.steps(STEPS)) {
      double[] end = {ended(ctx) ? 1 : 0};
      ctx.collectives().allReduce(end, Op.MAX);
      ctx.report(Metrics.of("step", step, "size", ctx.worldSize(), "sum", 0));
      if (end[0] > 0) {
        break;
      }
      Thread.sleep(5);
    }
  }

  private static boolean ended(TrainContext<Config> ctx) {
    return Files.exists(Path.of(ctx.config().end()));
  }
}
