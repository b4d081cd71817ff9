package dev.manta.stores;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A program whose run is in a bucket that goes away for a while: it says of each step when it was
/// made, where no storage is needed for it.
final class TrainThroughOutage {
  static final int STEP_MILLIS = 20;
  static final int CHECKPOINT_EVERY = 100;

  /// @param directory where ranks say when they made a step
  record Config(String directory, int steps) {}

  private TrainThroughOutage() {}

  /// Takes a storage, a directory and how many steps.
  public static void main(String[] words) {
    var config = new Config(words[1], Integer.parseInt(words[2]));
    Result result =
        Trainer.of(TrainThroughOutage::train, config)
            .scaling(ScalingConfig.workers(2))
            .run(
                RunConfig.named("patient")
                    .storage(words[0])
                    .checkpoints(CheckpointConfig.keepAll().pending(config.steps()))
                    .quiet())
            .fit();
    System.out.println(
        "status %s, attempts %s, sum %s, checkpoints %s, reports %s"
            .formatted(
                result.status(),
                result.attempts(),
                result.returnValue(Long.class).orElseThrow(),
                result.checkpoints().size(),
                result.history().rows().count()));
  }

  /// Where a rank says when it made its steps.
  static Path trace(Path directory, int rank) {
    return directory.resolve("steps-" + rank);
  }

  static long train(TrainContext<Config> ctx) throws IOException, InterruptedException {
    long[] sum = new long[1];
    ctx.live("sum", sum);
    Path trace = trace(Path.of(ctx.config().directory()), ctx.rank());
    for (long step : ctx.steps(ctx.config().steps())) {
      Thread.sleep(STEP_MILLIS);
      long[] part = {step};
      ctx.collectives().allReduce(part, Op.SUM);
      sum[0] += part[0];
      Metrics metrics = Metrics.of("sum", sum[0]);
      if ((step + 1) % CHECKPOINT_EVERY == 0) {
        ctx.report(metrics, ctx.snapshot());
      } else {
        ctx.report(metrics);
      }
      String line = System.currentTimeMillis() + "\n";
      Files.writeString(trace, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    return sum[0];
  }
}
