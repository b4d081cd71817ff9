package dev.manta.bench.train;

import dev.manta.Trainer;
import dev.manta.error.MantaException;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A user's program that resumes a run with a long history: how long fit() takes to its first step.
public final class HistoryProgram {
  static final String NAME = "history";

  /// Where the rank says when it got there.
  public record Config(String directory) {}

  private HistoryProgram() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Path stamps = Files.createTempDirectory(directory, "stamps");
    Trainer trainer =
        Trainer.of(HistoryProgram::train, new Config(stamps.toString()))
            .scaling(ScalingConfig.workers(1))
            .run(
                RunConfig.named(NAME)
                    .storage(directory.resolve("runs").toString())
                    .failures(FailureConfig.none())
                    .quiet());
    System.out.println("figure first " + Stamps.seconds(stamps, 1, () -> fit(trainer)));
  }

  private static void fit(Trainer trainer) {
    try {
      trainer.fit();
    } catch (MantaException asPlanned) {
      // The function throws, so that the run can be resumed once more.
    }
  }

  /// The training function: makes a step after its newest checkpoint.
  public static void train(TrainContext<Config> ctx) throws IOException {
    ctx.checkpoint().orElseThrow().asDirectory(Path::toString);
    ctx.report(Metrics.of("loss", 0.125));
    Stamps.write(ctx.config().directory(), ctx.rank());
    throw new IllegalStateException("one step is enough");
  }
}
