package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A checkpoint to which every rank adds its part, for a model that is spread over ranks.
public final class Parts {
  private Parts() {}

  /// How long to train.
  public record Config(int epochs) {}

  // region: parts
  static void train(TrainContext<Config> ctx) throws IOException {
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      Path directory = Files.createTempDirectory("shard");
      Files.writeString(directory.resolve("shard.txt"), "rank " + ctx.rank() + " epoch " + epoch);
      Checkpoint part = Checkpoint.fromDirectory(directory).part(); // every rank reports its own
      ctx.report(Metrics.of("epoch", epoch), part, Upload.SYNC);
    }
  }

  // endregion

  /// Trains a little.
  public static Result fit(RunConfig run) {
    return Trainer.of(Parts::train, new Config(2)).scaling(ScalingConfig.workers(2)).run(run).fit();
  }
}
