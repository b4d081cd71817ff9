package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.ValidationConfig;
import java.nio.file.Files;

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
    return Trainer.of(OwnFiles::train, new OwnFiles.Config(5))
        .run(run.checkpoints(CheckpointConfig.keep(2).scoreBy("validation/accuracy", Order.MAX)))
        .validation(ValidationConfig.of(Scoring::validate))
        .fit();
  }

  // endregion

  /// The third epoch is the best, as if the model overfitted from then on.
  private static double accuracyOf(String epoch) {
    return 1 - Math.abs(3 - Integer.parseInt(epoch)) / 10.0;
  }
}
