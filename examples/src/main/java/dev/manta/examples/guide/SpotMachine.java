package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.NoticeSource;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// Training on a machine that may be taken away at any time, after a notice.
public final class SpotMachine {
  private SpotMachine() {}

  /// How many steps.
  public record Config(long steps) {}

  // region: loop
  static double train(TrainContext<Config> ctx) {
    double[] weight = {0};
    ctx.live("weight", weight); // whoever takes over resumes from here
    for (long step : ctx.steps(ctx.config().steps())) {
      double[] gradient = {1};
      ctx.collectives().allReduce(gradient, Op.MEAN);
      weight[0] += gradient[0];
      double left = ctx.preemption().map(notice -> seconds(notice.deadline())).orElse(0.0);
      ctx.report(Metrics.of("step", step, "weight", weight[0], "secondsLeft", left));
    }
    return weight[0];
  }

  private static double seconds(Instant deadline) {
    return Duration.between(Instant.now(), deadline).toMillis() / 1000.0;
  }

  // endregion

  // region: notice
  /// Stops with a last checkpoint when this file appears.
  public static Result fit(RunConfig run, Path notice, Config config) {
    return Trainer.of(SpotMachine::train, config)
        .scaling(ScalingConfig.workers(2))
        .run(run.notices(NoticeSource.file(notice)))
        .fit();
  }

  // endregion
}
