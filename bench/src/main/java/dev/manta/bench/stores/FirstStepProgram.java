package dev.manta.bench.stores;

import dev.manta.Trainer;
import dev.manta.bench.train.Stamps;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Path;

/// A user's program with an empty training function: how long its fit() takes to enter it on both
/// ranks, with the run in some storage.
public final class FirstStepProgram {
  private static final int WORKERS = 2;
  private static final String NAME = "first-step";

  /// Where ranks say when they entered.
  public record Config(String directory) {}

  private FirstStepProgram() {}

  /// Takes a directory for stamps and a storage.
  public static void main(String[] args) throws IOException {
    Path stamps = Path.of(args[0], "stamps");
    Trainer trainer =
        Trainer.of(FirstStepProgram::train, new Config(stamps.toString()))
            .scaling(ScalingConfig.workers(WORKERS))
            .run(RunConfig.named(NAME).storage(args[1]).quiet());
    System.out.println("figure first " + Stamps.seconds(stamps, WORKERS, trainer::fit));
    LocalTraces.remove(args[1], NAME);
  }

  /// The training function: says that it was entered.
  public static void train(TrainContext<Config> ctx) throws IOException {
    Stamps.write(ctx.config().directory(), ctx.rank());
  }
}
