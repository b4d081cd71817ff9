package dev.manta.bench.tune;

import dev.manta.train.RunConfig;
import dev.manta.tune.Goal;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.TrialEvent;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import dev.manta.tune.space.Uniform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/// What a trial costs beside its function, and a result beside its trial.
final class TrialRate {
  static final int OPTUNA_TRIALS = 2000;
  static final int RAY_TRIALS = 50;
  private static final int THREAD_TRIALS = 100_000;
  private static final int PROCESS_TRIALS = 10_000;
  private static final int WARM_UP = 20_000;

  /// As many as Optuna has, which runs one trial at a time unless it is told otherwise.
  private static final int PLACES = 1;

  private static final int ASHA_TRIALS = 10_000;
  private static final int ASHA_STEPS = 100;

  private TrialRate() {}

  /// What is searched.
  ///
  /// @param x any number
  /// @param y any other
  record Config(@Uniform(low = 0, high = 1) double x, @Uniform(low = 0, high = 1) double y) {}

  static double nothing(Config config) {
    return config.x();
  }

  /// Figures by name.
  static Map<String, Double> measure() throws IOException {
    trials(true, WARM_UP);
    double threads = trials(true, THREAD_TRIALS);
    double processes = trials(false, PROCESS_TRIALS);
    results();
    return Map.of(
        "threads",
        threads,
        "processes",
        processes,
        "scheduled",
        results(),
        "journaled",
        ExperimentRate.measure());
  }

  /// Trials of an experiment from beginning to end, its journal on disk.
  private static double trials(boolean inThreads, int count) throws IOException {
    Path storage = Files.createTempDirectory("manta-tune-bench");
    try {
      TuneConfig search =
          TuneConfig.minimize("x").samples(count).searcher(Searcher.random()).concurrent(PLACES);
      Tuner tuner =
          Tuner.of(TrialRate::nothing)
              .search(search)
              .run(RunConfig.named("nothing").storage(storage.toString()).quiet());
      long began = System.nanoTime();
      ResultGrid results = (inThreads ? tuner.threads() : tuner).fit();
      double seconds = (System.nanoTime() - began) / 1e9;
      if (results.size() != count || !results.errors().isEmpty()) {
        throw new IOException("not all trials ended well: " + results.errors());
      }
      return count / seconds;
    } finally {
      delete(storage);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /// Reports of trials that all run to the end unless they are stopped.
  private static double results() {
    Space space = Space.of().uniform("x", 0, 1);
    Scheduler.Schedule schedule =
        Scheduler.asha(ASHA_STEPS).open(new Scheduler.Setting(space, Goal.minimize("loss"), 1));
    long began = System.nanoTime();
    long heard = 0;
    for (int step = 1; step <= ASHA_STEPS; step++) {
      for (int trial = 0; trial < ASHA_TRIALS; trial++) {
        double loss = (trial * 7919L % ASHA_TRIALS) / (double) step;
        schedule.hear(new TrialEvent.Reported(trial, step, Map.of("loss", loss)));
        heard++;
      }
    }
    return heard / ((System.nanoTime() - began) / 1e9);
  }
}
