package dev.manta.bench.stores;

import dev.manta.Trainer;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.time.Duration;

/// A user's program of two workers that trains for a while, reports ten times a second, and stores
/// some checkpoints of a megabyte.
public final class TrafficProgram {
  private static final int WORKERS = 2;
  private static final int FLOATS = 1 << 18;
  private static final int REPORTS_A_SECOND = 10;
  private static final int KEEP = 3;
  private static final String NAME = "traffic";

  /// How long it trains, and how much it stores.
  ///
  /// @param seconds for how long
  /// @param checkpoints how many, spread over this time
  public record Config(int seconds, int checkpoints) {}

  private TrafficProgram() {}

  /// Takes a directory, a storage, seconds and checkpoints.
  public static void main(String[] args) {
    var config = new Config(Integer.parseInt(args[2]), Integer.parseInt(args[3]));
    Trainer.of(TrafficProgram::train, config)
        .scaling(ScalingConfig.workers(WORKERS))
        .run(
            RunConfig.named(NAME).storage(args[1]).checkpoints(CheckpointConfig.keep(KEEP)).quiet())
        .fit();
    LocalTraces.remove(args[1], NAME);
  }

  /// The training function.
  public static void train(TrainContext<Config> ctx) throws InterruptedException {
    Config config = ctx.config();
    ctx.live("weights", new float[FLOATS]);
    int steps = Math.max(config.checkpoints(), config.seconds() * REPORTS_A_SECOND);
    int every = config.checkpoints() == 0 ? Integer.MAX_VALUE : steps / config.checkpoints();
    Duration pause = config.seconds() == 0 ? Duration.ZERO : Duration.ofMillis(100);
    for (long step : ctx.steps(steps)) {
      Thread.sleep(pause);
      if ((step + 1) % every == 0) {
        ctx.report(Metrics.of("step", step), ctx.snapshot());
      } else {
        ctx.report(Metrics.of("step", step));
      }
    }
  }
}
