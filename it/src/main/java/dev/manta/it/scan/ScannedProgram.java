package dev.manta.it.scan;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the scanned cluster does meanwhile: steps with a collective each, until a file is there.
public final class ScannedProgram {
  private static final int STEPS_MAX = 1_000_000;
  private static final int PAUSE_MILLIS = 20;

  /// The files by which it talks with whoever scans.
  ///
  /// @param stop the file that ends the training
  /// @param steps where rank 0 counts its steps
  public record Config(String stop, String steps) {}

  private ScannedProgram() {}

  /// Trains.
  ///
  /// @param args where runs are stored, the file that ends it, the file with the count of steps
  public static void main(String[] args) {
    Result result =
        Trainer.of(ScannedProgram::train, new Config(args[1], args[2]))
            .run(RunConfig.named("scanned").storage(args[0]).quiet())
            .scaling(
                ScalingConfig.workers(2)
                    .perWorker(Resources.cpus(1))
                    .placement(Placement.SPREAD)
                    .jvmOptions("-XX:TieredStopAtLevel=1", "-Dmanta.collective.transport=TCP"))
            .fit();
    System.out.println("scanned: " + result.status() + " in " + result.attempts() + " attempt(s)");
  }

  static void train(TrainContext<Config> ctx) throws Exception {
    Path stop = Path.of(ctx.config().stop());
    Path steps = Path.of(ctx.config().steps());
    for (long step : ctx.steps(STEPS_MAX)) {
      double[] ends = {Files.exists(stop) ? 1 : 0};
      ctx.collectives().allReduce(ends, Op.SUM);
      if (ends[0] > 0) {
        return;
      }
      if (ctx.rank() == 0) {
        Files.writeString(steps, Long.toString(step));
        ctx.report(Metrics.of("step", step));
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    throw new IllegalStateException("nobody has ended the scan");
  }
}
