package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.cluster.Resources;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.ValidationConfig;
import java.nio.file.Files;
import java.time.Duration;

/// Checkpoints that are scored beside training.
public final class Scoring {
  private Scoring() {}

  // region: validate
  static Metrics validate(Checkpoint checkpoint) throws Exception {
    try (Checkpoint.Opened opened = checkpoint.open()) {
      String epoch = Files.readString(opened.directory().resolve("epoch.txt"));
      return Metrics.of("validation", Metrics.of("accuracy", accuracyOf(epoch)));
    }
  }

  /// Trains, and ranks checkpoints by what validation says.
  public static Result fit(RunConfig run) {
    return Trainer.of(OwnFiles::train, new OwnFiles.Config(4))
        .run(run.checkpoints(CheckpointConfig.keep(2).scoreBy("validation/accuracy", Order.MAX)))
        .validation(ValidationConfig.of(Scoring::validate))
        .fit();
  }

  // endregion

  // region: sparingly
  /// Which rows checkpoints are scored on.
  public record Holdout(String split, int rows) {}

  static Metrics validateOn(Checkpoint checkpoint, Holdout holdout) throws Exception {
    double accuracy = accuracyOf(Integer.toString(OwnFiles.read(checkpoint)));
    return Metrics.of(holdout.split(), Metrics.of("accuracy", accuracy, "rows", holdout.rows()));
  }

  /// Trains, and scores each third checkpoint and the last one.
  public static Result fitSparingly(RunConfig run) {
    return Trainer.of(OwnFiles::train, new OwnFiles.Config(4))
        .run(run)
        .validation(
            ValidationConfig.of(Scoring::validateOn, new Holdout("holdout", 1_000))
                .every(3)
                .resources(Resources.cpus(1))
                .timeout(Duration.ofMinutes(10)))
        .fit();
  }

  // endregion

  /// The third epoch is the best, as if the model overfitted from then on.
  private static double accuracyOf(String epoch) {
    return 1 - Math.abs(3 - Integer.parseInt(epoch)) / 10.0;
  }
}
