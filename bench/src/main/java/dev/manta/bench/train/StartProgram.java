package dev.manta.bench.train;

import dev.manta.Trainer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Path;

/// A user's program with an empty training function: how long its first and second fit() take to
/// enter it on every rank.
public final class StartProgram {
  private static final int WORKERS = 2;

  /// Where ranks say when they entered.
  public record Config(String directory) {}

  private StartProgram() {}

  public static void main(String[] args) throws IOException {
    System.out.println("figure first " + fit(Path.of(args[0], "first")));
    System.out.println("figure second " + fit(Path.of(args[0], "second")));
  }

  /// The training function: says that it was entered.
  public static void train(TrainContext<Config> ctx) throws IOException {
    Stamps.write(ctx.config().directory(), ctx.rank());
  }

  private static double fit(Path directory) throws IOException {
    Trainer trainer =
        Trainer.of(StartProgram::train, new Config(directory.toString()))
            .scaling(ScalingConfig.workers(WORKERS))
            .run(RunConfig.named("start").storage(directory.resolve("runs").toString()).quiet());
    return Stamps.seconds(directory, WORKERS, trainer::fit);
  }

  /// When the last rank was in the function, in seconds since the epoch.
  static double entered(Path directory) throws IOException {
    return Stamps.last(directory, WORKERS);
  }
}
