package dev.manta.dashboard;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.logged.Histogram;
import dev.manta.train.logged.LoggedImage;
import dev.manta.train.logged.LoggedTable;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Searcher;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import dev.manta.tune.space.LogUniform;
import dev.manta.tune.space.Uniform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

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

  record Searched(
      @LogUniform(low = 1e-4, high = 1) double lr, @Uniform(low = 0, high = 0.9) double momentum) {}

  static double valley(Searched config) {
    double distance = Math.log10(config.lr()) + 2;
    return distance * distance + 0.2 * config.momentum();
  }

  static ResultGrid tune(Path storage, String name) {
    return Tuner.of(SmallRuns::valley)
        .threads()
        .search(TuneConfig.minimize("loss").samples(24).searcher(Searcher.random()))
        .run(RunConfig.named(name).storage(storage.toString()).quiet())
        .fit();
  }
}
