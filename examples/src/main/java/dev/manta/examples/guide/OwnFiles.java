package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Checkpoints of one's own files, in the style of Ray Train.
public final class OwnFiles {
  private OwnFiles() {}

  /// How long to train.
  public record Config(int epochs) {}

  // region: explicit
  static void train(TrainContext<Config> ctx) throws IOException {
    int epoch = ctx.checkpoint().map(OwnFiles::read).orElse(0);
    for (; epoch < ctx.config().epochs() && !ctx.stopRequested(); epoch++) {
      Metrics metrics = Metrics.of("loss", 1.0 / (epoch + 1));
      if (ctx.rank() == 0) {
        ctx.report(metrics, write(epoch + 1));
      } else {
        ctx.report(metrics);
      }
    }
  }

  static Checkpoint write(int epochsDone) throws IOException {
    Path directory = Files.createTempDirectory("model"); // below this worker's own temp directory
    Files.writeString(directory.resolve("epoch.txt"), Integer.toString(epochsDone));
    return Checkpoint.fromDirectory(directory).withMetadata("format", "text");
  }

  static int read(Checkpoint checkpoint) {
    try (Checkpoint.Opened opened = checkpoint.open()) {
      return Integer.parseInt(Files.readString(opened.directory().resolve("epoch.txt")));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  // endregion

  /// Trains a little.
  // region: keep
  public static Result fit(RunConfig run) {
    return Trainer.of(OwnFiles::train, new Config(5))
        .scaling(ScalingConfig.workers(2))
        .run(run.checkpoints(CheckpointConfig.keep(2).scoreBy("loss", Order.MIN)))
        .fit();
  }
  // endregion
}
