package dev.manta.it.run;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// A training of two ranks with state of their own, which fails until a file is there.
public final class LocaleProgram {
  static final long STEPS = 6;
  static final long SUM_OF_STEPS = STEPS * (STEPS - 1) / 2;
  static final long FAILS_AT = 4;

  private LocaleProgram() {}

  record Config(String mended) {}

  static Trainer trainer(Path storage) {
    return Trainer.of(LocaleProgram::train, new Config(storage.resolve("mended").toString()))
        .scaling(ScalingConfig.workers(2))
        .run(
            RunConfig.named("stopped")
                .storage(storage.toString())
                .failures(FailureConfig.none())
                .quiet());
  }

  static void train(TrainContext<Config> ctx) {
    double[] own = new double[10];
    ctx.liveShard("own", own);
    for (long step : ctx.steps(STEPS)) {
      if (step == FAILS_AT && !Files.exists(Path.of(ctx.config().mended()))) {
        throw new IllegalStateException("not mended yet");
      }
      own[0] += step;
      Metrics metrics = Metrics.of("step", step, "own", own[0]).with("attempt", ctx.attempt());
      ctx.report(metrics, ctx.snapshot(), Upload.SYNC);
    }
  }

  public static void main(String[] args) {
    System.out.println(String.format(Locale.getDefault(), "%.1f", 1.5));
    try {
      Result result = trainer(Path.of(args[0])).fit();
      System.out.println("it should have failed: " + result);
    } catch (TrainingFailed e) {
      System.out.println("failed");
    }
  }
}
