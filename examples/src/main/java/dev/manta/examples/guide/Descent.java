package dev.manta.examples.guide;

// region: program
import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Searcher;
import dev.manta.tune.TrialContext;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import dev.manta.tune.space.LogUniform;
import dev.manta.tune.space.Uniform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Searches for the rate and the momentum that descend a curved valley fastest.
public final class Descent {
  /// Where each parameter lies.
  public record Config(
      @LogUniform(low = 1e-5, high = 1e-3) double rate,
      @Uniform(low = 0, high = 0.95) double momentum) {}

  private Descent() {}

  static void train(TrialContext<Config> trial) throws IOException {
    double[] at = {-1, 1, 0, 0}; // a place and a speed
    if (trial.checkpoint().isPresent()) { // another attempt: load what the last one saved
      at = read(trial.checkpoint().get());
    }
    while (trial.step() < 27) { // counts reports, those before a restart too
      for (int i = 0; i < 20; i++) {
        move(at, trial.config());
      }
      trial.report(Metrics.of("loss", loss(at)), write(at)); // ends here if the trial is stopped
    }
  }

  static void move(double[] at, Config config) {
    double steep = at[1] - at[0] * at[0];
    double[] slopes = {-2 * (1 - at[0]) - 400 * at[0] * steep, 200 * steep};
    for (int i = 0; i < 2; i++) {
      at[2 + i] = config.momentum() * at[2 + i] - config.rate() * slopes[i];
      at[i] += at[2 + i];
    }
  }

  static double loss(double[] at) {
    return Math.pow(1 - at[0], 2) + 100 * Math.pow(at[1] - at[0] * at[0], 2);
  }

  static Checkpoint write(double[] at) throws IOException {
    Path directory = Files.createTempDirectory("descent");
    Files.writeString(
        directory.resolve("at.txt"), "%s %s %s %s".formatted(at[0], at[1], at[2], at[3]));
    return Checkpoint.fromDirectory(directory);
  }

  static double[] read(Checkpoint checkpoint) throws IOException {
    try (Checkpoint.Opened opened = checkpoint.open()) {
      String text = Files.readString(opened.directory().resolve("at.txt"));
      return Arrays.stream(text.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    }
  }

  static ResultGrid search(RunConfig run) {
    return Tuner.ofLoop(Descent::train)
        .search(
            TuneConfig.minimize("loss")
                .samples(40)
                .searcher(Searcher.tpe())
                .scheduler(Scheduler.asha(1, 27, 3)))
        .run(run)
        .fit();
  }

  public static void main(String[] args) {
    ResultGrid results = search(RunConfig.named("descent"));
    System.out.println(results.best().metrics().number("loss") + " " + results.best().point());
  }
}
// endregion
