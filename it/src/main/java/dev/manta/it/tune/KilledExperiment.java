package dev.manta.it.tune;

import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.cluster.Resources;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Searcher;
import dev.manta.tune.TrialContext;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import dev.manta.tune.space.IntUniform;
import dev.manta.tune.space.LogUniform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A program that somebody kills: tunes until its experiment is finished. Trials write down which
/// steps they do, as their losses are the same when they begin again.
public final class KilledExperiment {
  static final String NAME = "search";
  private static final int STEPS = 4;
  private static final int TRIALS = 25;
  private static final int RUN_TRIALS = 10;

  private KilledExperiment() {}

  /// What trials get.
  public record Config(
      @LogUniform(low = 1e-4, high = 1) double rate, @IntUniform(low = 1, high = 5) int layers) {
    double next(double loss) {
      return loss * (0.5 + Math.abs(Math.log10(rate) + 2) / 5) + 0.1 * layers;
    }
  }

  /// How trials run, and who decides on them. The first kinds have one trial at a time: so the
  /// order in which trials end, on which suggestions depend, is the same each time. Four at a time
  /// have a searcher whose suggestions are a function of the trial's number.
  public enum Kind {
    /// Threads of the driver.
    THREADS,
    /// Worker processes, and trials that are stopped early.
    PROCESSES,
    /// Trials that are paused and continue.
    BANDS,
    /// Runs of a trainer.
    RUNS,
    /// Four threads of the driver.
    FOUR_THREADS,
    /// Four worker processes.
    FOUR_PROCESSES,
    /// Four runs of a trainer, in threads of the driver.
    FOUR_RUNS;

    private TuneConfig search() {
      TuneConfig one = TuneConfig.minimize("loss").samples(TRIALS).concurrent(1).seed(11);
      return switch (this) {
        case THREADS -> one.searcher(Searcher.tpe());
        case PROCESSES -> one.searcher(Searcher.tpe()).scheduler(Scheduler.asha(STEPS));
        case BANDS -> one.searcher(Searcher.bohb()).scheduler(Scheduler.hyperBand(STEPS));
        case RUNS -> one.searcher(Searcher.tpe()).samples(RUN_TRIALS);
        case FOUR_THREADS, FOUR_PROCESSES, FOUR_RUNS ->
            one.searcher(Searcher.random()).concurrent(4);
      };
    }

    private Tuner trials() {
      return switch (this) {
        case THREADS, BANDS, FOUR_THREADS -> Tuner.ofLoop(KilledExperiment::tried).threads();
        case PROCESSES, FOUR_PROCESSES -> Tuner.ofLoop(KilledExperiment::tried);
        case RUNS -> runs(ScalingConfig.workers(1));
        case FOUR_RUNS -> runs(ScalingConfig.inProcess(1));
      };
    }

    private static Tuner runs(ScalingConfig scaling) {
      return Tuner.of(
          Trainer.of(KilledExperiment::trained, new Config(1, 1))
              .scaling(scaling.perWorker(Resources.cpus(0.25)))
              .run(
                  RunConfig.defaults()
                      .checkpoints(CheckpointConfig.keepAll().upload(Upload.SYNC))));
    }

    /// Whether a trial has heard that a step is kept before it does the next one.
    boolean waitsForSteps() {
      return this != RUNS && this != FOUR_RUNS;
    }
  }

  static Tuner tuner(Kind kind, Path storage) {
    return kind.trials()
        .search(kind.search())
        .run(RunConfig.named(NAME).storage(storage.toString()).quiet());
  }

  /// Takes the kind and the storage.
  public static void main(String[] arguments) {
    ResultGrid results = tuner(Kind.valueOf(arguments[0]), Path.of(arguments[1])).fit();
    if (!results.name().equals(NAME)) {
      throw new IllegalStateException("it was finished before: " + results.name());
    }
  }

  static void tried(TrialContext<Config> trial) throws IOException {
    double loss = loss(trial.checkpoint());
    for (long step = trial.step() + 1; step <= STEPS; step++) {
      TrialSteps.does(trial.number(), step);
      loss = trial.config().next(loss);
      trial.report(Metrics.of("loss", loss), saved(loss));
    }
  }

  static void trained(TrainContext<Config> ctx) throws IOException {
    double loss = loss(ctx.checkpoint());
    int trial = Integer.parseInt(ctx.runName().replaceFirst("trial-", ""));
    for (int epoch : ctx.epochs(STEPS)) {
      TrialSteps.does(trial, epoch + 1);
      loss = ctx.config().next(loss);
      ctx.report(Metrics.of("loss", loss, "epoch", epoch), saved(loss));
    }
  }

  private static double loss(Optional<Checkpoint> checkpoint) {
    return checkpoint.map(each -> each.asDirectory(KilledExperiment::read)).orElse(9.0);
  }

  private static double read(Path directory) {
    try {
      return Double.parseDouble(Files.readString(directory.resolve("loss")));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Checkpoint saved(double loss) throws IOException {
    Path directory = Files.createTempDirectory("loss");
    directory.toFile().deleteOnExit();
    Path file = Files.writeString(directory.resolve("loss"), Double.toString(loss));
    file.toFile().deleteOnExit();
    return Checkpoint.fromDirectory(directory);
  }
}
