package dev.manta.tune;

import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.tune.space.IntUniform;
import dev.manta.tune.space.LogUniform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A program that somebody kills: tunes until it is finished.
final class KilledDriver {
  record Config(
      @LogUniform(low = 1e-4, high = 1) double rate, @IntUniform(low = 1, high = 5) int layers) {}

  /// Which experiment it drives.
  enum Kind {
    THREADS,
    PROCESSES,
    BANDS;

    TuneConfig search() {
      TuneConfig config = TuneConfig.minimize("loss").samples(25).concurrent(1).seed(11);
      return switch (this) {
        case THREADS -> config.searcher(Searcher.tpe());
        case PROCESSES -> config.searcher(Searcher.tpe()).scheduler(Scheduler.asha(4));
        case BANDS -> config.searcher(Searcher.bohb()).scheduler(Scheduler.hyperBand(4));
      };
    }
  }

  private KilledDriver() {}

  static Tuner tuner(Kind kind, Path storage) {
    Tuner tuner =
        Tuner.ofLoop(KilledDriver::train)
            .search(kind.search())
            .run(RunConfig.named("search").storage(storage.toString()).quiet());
    return kind == Kind.PROCESSES ? tuner : tuner.threads();
  }

  /// Takes the kind and the storage.
  public static void main(String[] arguments) {
    ResultGrid results = tuner(Kind.valueOf(arguments[0]), Path.of(arguments[1])).fit();
    if (!results.name().equals("search")) {
      throw new IllegalStateException("it was finished before: " + results.name());
    }
  }

  /// Its losses are those of an undisturbed run only if it goes on from its checkpoints.
  static void train(TrialContext<Config> trial) throws IOException {
    double loss = trial.checkpoint().map(each -> each.asDirectory(KilledDriver::read)).orElse(9.0);
    for (long step = trial.step() + 1; step <= 4; step++) {
      Config config = trial.config();
      loss = loss * (0.5 + Math.abs(Math.log10(config.rate()) + 2) / 5) + 0.1 * config.layers();
      trial.report(Metrics.of("loss", loss), SavedText.of("loss", loss));
    }
  }

  private static double read(Path directory) {
    try {
      return Double.parseDouble(Files.readString(directory.resolve("loss")));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
