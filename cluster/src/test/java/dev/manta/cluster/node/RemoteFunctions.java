package dev.manta.cluster.node;

import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// What workers on nodes under test do.
final class RemoteFunctions {
  /// @param pauseMillis how long a step takes
  record Steps(int count, int pauseMillis) {}

  /// @param on the nodes of the ranks
  record Done(double sum, String on) {}

  /// @param file where each rank says that it does something
  record Effects(String file, int count, int pauseMillis) {}

  private RemoteFunctions() {}

  /// Does something that others see, step by step.
  static void act(TrainContext<Effects> ctx) throws IOException, InterruptedException {
    for (int i = 0; i < ctx.config().count(); i++) {
      Files.writeString(
          Path.of(ctx.config().file()),
          "%s %s %s\n".formatted(ctx.attempt(), ctx.rank(), System.nanoTime()),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      ctx.report(Metrics.of("i", i));
      Thread.sleep(ctx.config().pauseMillis());
    }
  }

  /// Adds up over all ranks, step by step.
  static Done sum(TrainContext<Steps> ctx) throws InterruptedException {
    double[] sum = new double[1];
    ctx.live("sum", sum);
    System.out.println("rank " + ctx.rank() + " begins");
    for (long step : ctx.steps(ctx.config().count())) {
      double[] part = {ctx.rank() + step};
      ctx.collectives().allReduce(part, Op.SUM);
      sum[0] += part[0];
      ctx.report(Metrics.of("sum", sum[0]));
      Thread.sleep(ctx.config().pauseMillis());
    }
    return new Done(sum[0], Optional.ofNullable(System.getenv("ON")).orElse("here"));
  }

  /// Reports, and has nothing to do with other ranks.
  static void report(TrainContext<Steps> ctx) throws InterruptedException {
    System.out.println("rank " + ctx.rank() + " begins");
    for (int i = 0; i < ctx.config().count(); i++) {
      ctx.report(Metrics.of("i", i));
      if (ctx.config().pauseMillis() > 0) {
        Thread.sleep(ctx.config().pauseMillis());
      }
    }
  }

  /// What [#sum] comes to.
  static double expected(int steps, int ranks) {
    double sum = 0;
    for (int step = 0; step < steps; step++) {
      for (int rank = 0; rank < ranks; rank++) {
        sum += rank + step;
      }
    }
    return sum;
  }
}
