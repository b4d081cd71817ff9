package dev.manta.bench.train;

import dev.manta.Trainer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

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
    Path directory = Path.of(ctx.config().directory());
    Files.writeString(directory.resolve("entered-" + ctx.rank()), String.valueOf(now()));
  }

  private static double fit(Path directory) throws IOException {
    Files.createDirectories(directory);
    double before = now();
    Trainer.of(StartProgram::train, new Config(directory.toString()))
        .scaling(ScalingConfig.workers(WORKERS))
        .run(RunConfig.named("start").storage(directory.resolve("runs").toString()).quiet())
        .fit();
    return entered(directory) - before;
  }

  /// When the last rank was in the function, in seconds since the epoch.
  static double entered(Path directory) throws IOException {
    double last = 0;
    for (int rank = 0; rank < WORKERS; rank++) {
      String at = Files.readString(directory.resolve("entered-" + rank));
      last = Math.max(last, Double.parseDouble(at));
    }
    return last;
  }

  static double now() {
    Instant now = Instant.now();
    return now.getEpochSecond() + now.getNano() / 1e9;
  }
}
