package dev.manta.bench.recovery;

import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// A run of short steps whose workers are killed one after the other.
public final class RecoveryProgram {
  private static final long STEPS = 1_000_000;
  private static final long STEP_MILLIS = 5;
  private static final int STATE = 1024;

  /// Where ranks say when they ended their steps.
  public record Config(String directory) {}

  private RecoveryProgram() {}

  /// Takes a directory, the workers, how often to kill, the spares, and the signal.
  public static void main(String[] args) {
    Path directory = Path.of(args[0]);
    int workers = Integer.parseInt(args[1]);
    int spares = Integer.parseInt(args[3]);
    var calm = Duration.ofMillis(spares == 0 ? 1000 : 4000);
    var kills = new Kills(directory, workers, args[4], calm);
    Thread.ofPlatform().daemon().start(() -> kills.printAndExit(Integer.parseInt(args[2])));
    Trainer.of(RecoveryProgram::train, new Config(directory.toString()))
        .scaling(ScalingConfig.workers(workers))
        .run(
            RunConfig.named("recovery")
                .storage(directory.resolve("runs").toString())
                .failures(FailureConfig.unlimited().spares(spares))
                .quiet())
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
