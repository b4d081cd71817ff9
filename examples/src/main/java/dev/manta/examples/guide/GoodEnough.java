package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.StopCondition;
import dev.manta.train.TrainContext;
import java.time.Duration;

/// A run that stops by itself.
public final class GoodEnough {
  private GoodEnough() {}

  /// How long it would train.
  ///
  /// @param epochs more than anybody has the time for
  public record Config(int epochs) {}

  static void train(TrainContext<Config> ctx) {
    double[] loss = {1};
    ctx.live("loss", loss);
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      loss[0] *= 0.9;
      ctx.report(Metrics.of("epoch", epoch, "loss", loss[0]));
    }
  }

  // region: conditions
  /// Trains until the loss is small or does not change any more, for two hours at most.
  public static Result fit(RunConfig run, Config config) {
    StopCondition low = StopCondition.atMost("loss", 0.01);
    StopCondition flat = StopCondition.plateau("loss", 4, 1e-6, 8);
    RunConfig limited =
        run.stopWhen(StopCondition.any(low, flat))
            .stopWhen(StopCondition.after(Duration.ofHours(2)));
    return Trainer.of(GoodEnough::train, config)
        .scaling(ScalingConfig.inProcess(1))
        .run(limited)
        .fit();
  }
  // endregion
}
