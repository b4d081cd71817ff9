package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.train.RunConfig;
import dev.manta.train.TrainContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// A training function that logs as the rest of a program does.
public final class Logging {
  private Logging() {}

  /// How many rows there are.
  public record Config(int rows) {}

  // region: log
  private static final Logger LOG = System.getLogger(Logging.class.getName());

  static void train(TrainContext<Config> ctx) {
    LOG.log(Level.DEBUG, "{0} rows in memory", ctx.config().rows());
    LOG.log(Level.INFO, "training as rank {0}", ctx.rank());
    ctx.logger().log(Level.DEBUG, "a plain line");
  }

  /// Trains, with all that workers log from `DEBUG` on.
  public static Result fit(RunConfig run) {
    return Trainer.of(Logging::train, new Config(1_797)).run(run.logLevel(Level.DEBUG)).fit();
  }
  // endregion
}
