package dev.manta.bench.recovery;

import dev.manta.Trainer;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.time.Duration;

/// A run of short steps whose workers are killed one after the other.
public final class RecoveryProgram {
  private static final long STEP_MILLIS = 5;
  private static final Duration SPARE_WARM = Duration.ofSeconds(4);

  /// Where ranks say when they ended their steps.
  public record Config(String directory) {}

  private RecoveryProgram() {}

  /// Takes what [Struck] does.
  public static void main(String[] args) {
    Struck struck = Struck.of(args);
    struck.begin(SPARE_WARM);
    Trainer.of(RecoveryProgram::train, new Config(struck.directory().toString()))
        .scaling(struck.scaling())
        .run(struck.run())
        .fit();
  }

  /// The training function: a step is a pause, a sum over ranks and a change of live state.
  public static void train(TrainContext<Config> ctx) throws IOException, InterruptedException {
    String directory = ctx.config().directory();
    ShortSteps.train(ctx, directory, step -> ShortSteps.pause(step, STEP_MILLIS));
  }
}
