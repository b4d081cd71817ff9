package dev.manta.testkit.framework;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.StartedRun;
import dev.manta.Trainer;
import dev.manta.cluster.Cluster;
import dev.manta.internal.local.LocalCluster;
import dev.manta.internal.local.ProcessPool;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.Supplier;

/// Runs below a directory whose processes serve one run after the other: to start one, with the
/// native libraries of a framework, takes a second.
final class PooledRuns implements AutoCloseable {
  private final Path directory;
  private final ProcessPool processes;
  private int runs;

  PooledRuns(Path directory) {
    this.directory = directory;
    this.processes = new ProcessPool(directory.resolve("processes"));
  }

  /// Those of a run with another name each time, which ends at its first failure.
  RunConfig settings() {
    return RunConfig.named("run-" + runs++)
        .storage(directory.resolve("runs").toString())
        .failures(FailureConfig.none())
        .quiet();
  }

  Result fit(Trainer trainer, Disturbance disturbance) {
    return fit(trainer, disturbance, OptionalInt.empty(), processes::forRun);
  }

  /// Begins with so many workers of those that the trainer may have.
  Result fit(Trainer trainer, Disturbance disturbance, int workers) {
    return fit(trainer, disturbance, OptionalInt.of(workers), processes::forRun);
  }

  /// For a run whose processes end before it does.
  Result fitAlone(Trainer trainer, Disturbance disturbance) {
    return fit(trainer, disturbance, OptionalInt.empty(), LocalCluster::new);
  }

  private static Result fit(
      Trainer trainer, Disturbance disturbance, OptionalInt workers, Supplier<Cluster> machine) {
    var run = new Run(disturbance);
    Trainer heard = trainer.run(config -> config.listener(run));
    try (StartedRun started = Manta.local().start(heard, workers, machine)) {
      run.is(started);
      return started.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    processes.close();
  }
}
