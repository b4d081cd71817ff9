package dev.manta.bench.recovery;

import dev.manta.Trainer;
import dev.manta.train.TrainContext;
import java.io.IOException;

/// A run whose workers are killed now and then. Its steps wait, or they compute and need a core
/// each.
public final class GoodputProgram {
  private static final int WORK = 4_000_000;
  private static final long WAIT_MILLIS = 20;

  /// Where ranks say when they ended their steps, and whether these compute.
  public record Config(String directory, boolean computes) {}

  private GoodputProgram() {}

  /// Takes what [Goodput] does, and whether steps compute.
  public static void main(String[] args) {
    Goodput goodput = Goodput.of(args);
    goodput.begin();
    Trainer.of(GoodputProgram::train, new Config(args[0], Boolean.parseBoolean(args[2])))
        .scaling(goodput.scaling())
        .run(goodput.run())
        .fit();
  }

  /// The training function: a step is a pause or always the same arithmetic, a sum over ranks and a
  /// change of live state.
  public static void train(TrainContext<Config> ctx) throws IOException, InterruptedException {
    boolean computes = ctx.config().computes();
    ShortSteps.train(
        ctx,
        ctx.config().directory(),
        step -> computes ? compute(step) : ShortSteps.pause(step, WAIT_MILLIS));
  }

  private static double compute(long seed) {
    double value = seed + 1.5;
    for (int i = 0; i < WORK; i++) {
      value = Math.sqrt(value * 1.7 + i);
    }
    return value;
  }
}
