package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.TrainContext;
import java.time.Duration;

/// A function that fails, and what can be done about it.
public final class Patience {
  private Patience() {}

  /// How it goes wrong.
  ///
  /// @param crashes how many attempts end in a crash
  public record Config(int crashes) {}

  static void train(TrainContext<Config> ctx) {
    double[] state = new double[1];
    ctx.live("state", state);
    for (int epoch : ctx.epochs(5)) {
      state[0] = epoch;
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot());
      if (epoch >= 1 && ctx.attempt() <= ctx.config().crashes()) {
        Runtime.getRuntime().halt(137); // as if the process was killed
      }
    }
  }

  // region: retries
  /// Retries after up to ten failures in a row, with waits of 2 s to 5 min between them.
  public static Result fit(RunConfig run, Config config) {
    FailureConfig patient =
        FailureConfig.retries(10).backoff(Duration.ofSeconds(2), Duration.ofMinutes(5));
    return Trainer.of(Patience::train, config).run(run.failures(patient)).fit();
  }

  // endregion

  // region: catch
  /// What is left of a run that failed.
  public static String lastWords(RunConfig run, Config config) {
    try {
      Trainer.of(Patience::train, config).run(run.failures(FailureConfig.none())).fit();
      return "it worked";
    } catch (TrainingFailed failed) {
      Result partial = failed.result(); // metrics and checkpoints as far as the run got
      return failed.getMessage() + "\nlast metrics: " + partial.metrics();
    }
  }
  // endregion
}
