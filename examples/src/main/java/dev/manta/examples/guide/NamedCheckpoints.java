package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.storage.Location;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Checkpoints with names of one's own, brought to storage by a command.
public final class NamedCheckpoints {
  private NamedCheckpoints() {}

  /// How long to train.
  public record Config(int epochs) {}

  // region: named
  static void train(TrainContext<Config> ctx) throws IOException {
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      ctx.report(
          Metrics.of("loss", 1.0 / (epoch + 1)),
          OwnFiles.write(epoch + 1)
              .named("epoch-" + epoch)
              .uploadWith(NamedCheckpoints::copy)
              .deleteAfterUpload());
    }
  }

  /// Here `cp`; elsewhere `aws s3 cp --recursive`, `rclone copy`, `hdfs dfs -put`.
  static void copy(Path directory, Location to) throws IOException, InterruptedException {
    Files.createDirectories(to.localPath());
    Process copy =
        new ProcessBuilder("cp", "-r", directory + "/.", to.localPath().toString())
            .inheritIO()
            .start();
    if (copy.waitFor() != 0) {
      throw new IOException("cp ended with status " + copy.exitValue());
    }
  }

  // endregion

  /// Trains a little.
  public static Result fit(RunConfig run) {
    return Trainer.of(NamedCheckpoints::train, new Config(3)).run(run).fit();
  }
}
