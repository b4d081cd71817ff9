package dev.manta.bench.recovery;

import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.time.Duration;

/// A run whose workers are struck one after the other.
///
/// @param directory where ranks say when they ended their steps
/// @param kills how often a worker is struck
/// @param signal what it is sent
public record Struck(Path directory, int workers, int kills, int spares, String signal) {
  private static final Duration CALM = Duration.ofSeconds(1);

  /// What the command line says, in the order of the components.
  public static Struck of(String[] args) {
    return new Struck(
        Path.of(args[0]),
        Integer.parseInt(args[1]),
        Integer.parseInt(args[2]),
        Integer.parseInt(args[3]),
        args[4]);
  }

  public ScalingConfig scaling() {
    return ScalingConfig.workers(workers);
  }

  public RunConfig run() {
    return RunConfig.named("recovery")
        .storage(directory.resolve("runs").toString())
        .failures(FailureConfig.unlimited().spares(spares))
        .quiet();
  }

  /// Strikes beside the run that is about to begin, prints what it cost, and ends the process.
  ///
  /// @param spareWarm after how long a spare is surely warm
  public void begin(Duration spareWarm) {
    var striking = new Kills(directory, workers, signal, spares == 0 ? CALM : spareWarm);
    Beside.begin("what kills cost", () -> striking.print(kills));
  }
}
