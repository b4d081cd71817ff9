package dev.manta.bench.recovery;

import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.time.Duration;

/// A run of short steps whose workers are killed one after the other.
public final class RecoveryProgram {
  private static final long STEPS = 1_000_000;
  private static final long STEP_MILLIS = 5;
  private static final int STATE = 1024;
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
    double[] state = new double[STATE];
    ctx.live("state", state);
    double[] gradient = new double[STATE];
    try (var log = StepLog.open(ctx.config().directory(), ctx.rank(), ctx.attempt())) {
      for (long step : ctx.steps(STEPS)) {
        Thread.sleep(STEP_MILLIS);
        ctx.collectives().allReduce(gradient, Op.SUM);
        state[(int) (step % STATE)]++;
        log.ended(step);
      }
    }
  }
}
