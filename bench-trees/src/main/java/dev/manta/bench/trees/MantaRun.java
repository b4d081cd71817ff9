package dev.manta.bench.trees;

import dev.manta.LibraryTrainer;
import dev.manta.Result;
import dev.manta.bench.train.Stamps;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Dataset;
import dev.manta.train.FailureConfig;
import dev.manta.train.Report;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/// A training of Manta's as a user writes it, and what is measured of it.
///
/// @param workers how many, of one thread each
record MantaRun(Path directory, int workers, TreeWork work) {
  /// Reads what programs are given: a directory to work in, how many workers, the work.
  static MantaRun parse(String[] arguments) {
    return new MantaRun(
        Path.of(arguments[0]), Integer.parseInt(arguments[1]), TreeWork.parse(arguments, 2));
  }

  /// What came of it.
  ///
  /// @param figures what is held against a peer
  record Trained(Result result, Map<String, Double> figures) {
    /// A file of the model.
    byte[] model(String name) throws IOException {
      try (Checkpoint.Opened model = result.latestCheckpoint().orElseThrow().checkpoint().open()) {
        return Files.readAllBytes(model.directory().resolve(name));
      }
    }
  }

  /// Trains from `fit()` to its end.
  Trained train(LibraryTrainer<?> trainer) {
    var ready = new AtomicReference<>(Instant.MAX);
    LibraryTrainer<?> whole =
        trainer
            .dataset("train", Dataset.parquet(work.train().toString()))
            .scaling(ScalingConfig.workers(workers))
            .run(run(ready));
    try (var watch = new ProcessWatch()) {
      double begin = Stamps.now();
      Result result = whole.fit();
      Map<String, Double> figures = course(begin, ready.get(), result).figures(work.trees());
      watch.addTo(figures);
      return new Trained(result, figures);
    }
  }

  /// Without retries, as the peers run: no spare gets warm beside what is timed.
  private RunConfig run(AtomicReference<Instant> ready) {
    var listener =
        new RunListener() {
          @Override
          public void state(RunUpdate update) {
            if (update.status() == RunStatus.RUNNING) {
              ready.compareAndSet(Instant.MAX, update.at());
            }
          }
        };
    return RunConfig.named("trees")
        .storage(directory.resolve("runs").toString())
        .failures(FailureConfig.none())
        .listener(listener)
        .quiet();
  }

  private static Course course(double begin, Instant ready, Result result) {
    double end = Stamps.now();
    List<Report> trees = result.metricsHistory();
    double first = seconds(trees.getFirst().at());
    return new Course(begin, seconds(ready), first, seconds(trees.getLast().at()), end);
  }

  private static double seconds(Instant at) {
    return at.getEpochSecond() + at.getNano() / 1e9;
  }
}
