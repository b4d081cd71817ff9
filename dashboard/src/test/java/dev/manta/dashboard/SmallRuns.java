package dev.manta.dashboard;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.internal.load.DataLoad;
import dev.manta.internal.load.LoadPoint;
import dev.manta.internal.load.LoadSample;
import dev.manta.internal.load.RunLoad;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.logged.Histogram;
import dev.manta.train.logged.LoggedImage;
import dev.manta.train.logged.LoggedTable;
import dev.manta.tune.Goal;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Searcher;
import dev.manta.tune.TrialContext;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import dev.manta.tune.space.LogUniform;
import dev.manta.tune.space.Uniform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs and experiments that are really made, on threads of the test.
final class SmallRuns {
  static final String SCRIPT = "<script>document.title='stolen'</script>";

  private SmallRuns() {}

  /// @param failsAt the step at which rank 1 throws in the first attempt; 0 for never, and -1 for
  ///   never and without checkpoints
  record Config(double lr, int steps, int failsAt, String text) {}

  static void train(TrainContext<Config> ctx) {
    int first = ctx.checkpoint().map(each -> each.asDirectory(SmallRuns::read)).orElse(0) + 1;
    for (int step = first; step <= ctx.config().steps(); step++) {
      if (step == ctx.config().failsAt() && ctx.attempt() == 1 && ctx.rank() == 1) {
        throw new IllegalStateException("a sample was broken " + SCRIPT);
      }
      ctx.barrier();
      double loss = 2 / (1 + step * ctx.config().lr()) + 0.1 * Math.sin(step * 7.3 + ctx.rank());
      Metrics metrics =
          Metrics.of("loss", loss, "accuracy", 1 - loss / 3, "rows", 32, SCRIPT, (double) step);
      if (step % 50 == 0 && step <= 400 && ctx.config().failsAt() >= 0) {
        log(ctx, step);
      }
      if (step % 50 == 0 && ctx.rank() == 0 && ctx.config().failsAt() >= 0) {
        ctx.report(metrics, checkpoint(step));
      } else {
        ctx.report(metrics);
      }
    }
  }

  private static void log(TrainContext<Config> ctx, int step) {
    float[] pixels = new float[16 * 16];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (i * step % 256) / 255f;
    }
    ctx.log("samples", LoggedImage.of(pixels, 16, 16, 1));
    ctx.log("weights/first", Histogram.of(pixels));
    ctx.log("note", SCRIPT + " at step " + step);
    ctx.log("confusion", LoggedTable.of("class", SCRIPT, "share").row("<b>cat</b>", step, 0.5));
  }

  private static int read(Path directory) {
    try {
      return Integer.parseInt(Files.readString(directory.resolve("step.txt")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Checkpoint checkpoint(int step) {
    try {
      Path directory = Files.createTempDirectory("dashboard-test-");
      Files.writeString(directory.resolve("step.txt"), String.valueOf(step));
      return Checkpoint.fromDirectory(directory).deleteAfterUpload();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Result fit(Path storage, String name, Config config) {
    return Trainer.of(SmallRuns::train, config)
        .scaling(ScalingConfig.inProcess(2).jvmOptions("-Dkey=hidden", "-Xss2m"))
        .run(
            RunConfig.named(name)
                .storage(storage.toString())
                .reduce("rows", ReportReduction.SUM)
                .environment("TOKEN", "hidden")
                .tag("team", "vision")
                .failures(
                    FailureConfig.retries(2).backoff(Duration.ofMillis(1), Duration.ofMillis(1)))
                .quiet())
        .fit();
  }

  /// Reads a dataset whose operator is slow, until it is stopped.
  static void read(TrainContext<Config> ctx) {
    while (!ctx.stopRequested()) {
      for (Batch batch : ctx.dataset("digits").batches(8)) {
        ctx.barrier();
        ctx.report(Metrics.of("rows", batch.rows()));
        if (ctx.stopRequested()) {
          break;
        }
      }
    }
  }

  static Row slow(Row row) {
    double sum = 0;
    for (int i = 0; i < 5_000; i++) {
      sum += Math.sin(i + row.whole("id"));
    }
    return Row.of("sum", sum);
  }

  /// Trains until it is told to stop, and can be left at each step.
  static void obey(TrainContext<Config> ctx) {
    long[] made = {0};
    ctx.live("made", made);
    while (!ctx.stopRequested()) {
      ctx.barrier();
      made[0]++;
      ctx.report(Metrics.of("made", made[0]));
      ctx.commit();
    }
  }

  /// What ranks of a run would have said of ten minutes, in which rank 1 waited for its loader.
  static void writeLoad(Path run) {
    RunLoad load = RunLoad.NONE;
    for (int i = 1; i <= 120; i++) {
      for (int rank = 0; rank < 2; rank++) {
        load = load.with(rank, "w" + rank, sample(i, rank));
      }
    }
    Location location = Location.of(run);
    load.write(Storages.at(location), location);
  }

  private static LoadSample sample(int number, int rank) {
    long at = 1_768_000_000_000L + number * 5_000L;
    double waits = rank == 1 ? 2 + Math.sin(number / 9.0) : 0.05;
    long memory = 400_000_000L + number * 1_000_000L * (rank + 1);
    long rows = 12_000 - (long) (1_500 * waits);
    var data =
        new DataLoad(
            "train",
            rows,
            rows * 784,
            waits,
            Optional.of(5 - waits),
            Optional.of(4.0),
            Map.of("Read", 0.5, SCRIPT, 3.5));
    var point = new LoadPoint(at, 5, 4.4 - waits, memory, 170, waits, Optional.of(0.4), rows);
    return new LoadSample(point, List.of(data));
  }

  /// On one thread or two.
  static Result fitObedient(Path storage, String name) {
    return Trainer.of(SmallRuns::obey, new Config(0.1, 0, 0, ""))
        .scaling(ScalingConfig.workers(1, 2))
        .run(RunConfig.named(name).storage(storage.toString()).quiet())
        .fit();
  }

  /// In two processes.
  static Result fitReader(Path storage, String name) {
    return Trainer.of(SmallRuns::read, new Config(0.1, 0, 0, ""))
        .dataset("digits", Dataset.range(100_000).repartition(32).map(SmallRuns::slow))
        .scaling(ScalingConfig.workers(2))
        .run(RunConfig.named(name).storage(storage.toString()).quiet())
        .fit();
  }

  record Searched(
      @LogUniform(low = 1e-4, high = 1) double lr, @Uniform(low = 0, high = 0.9) double momentum) {}

  static double valley(Searched config) {
    double distance = Math.log10(config.lr()) + 2;
    return distance * distance + 0.2 * config.momentum();
  }

  static void twoValleys(TrialContext<Searched> trial) {
    Searched config = trial.config();
    double size = config.lr() * (1 + config.momentum());
    trial.report(Metrics.of("loss", valley(config), "size", size));
  }

  static ResultGrid tuneForTwo(Path storage, String name) {
    return Tuner.ofLoop(SmallRuns::twoValleys)
        .threads()
        .search(
            TuneConfig.of(Goal.minimize("loss"), Goal.minimize("size"))
                .samples(40)
                .searcher(Searcher.random()))
        .run(RunConfig.named(name).storage(storage.toString()).quiet())
        .fit();
  }

  static ResultGrid tune(Path storage, String name) {
    return Tuner.of(SmallRuns::valley)
        .threads()
        .search(TuneConfig.minimize("loss").samples(24).searcher(Searcher.random()))
        .run(RunConfig.named(name).storage(storage.toString()).quiet())
        .fit();
  }
}
