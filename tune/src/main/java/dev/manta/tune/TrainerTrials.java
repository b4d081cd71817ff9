package dev.manta.tune;

import dev.manta.Manta;
import dev.manta.Trainer;
import dev.manta.storage.Location;
import dev.manta.train.WorkerCount;
import dev.manta.tune.internal.drive.Capacity;
import dev.manta.tune.internal.drive.MachineCapacity;
import dev.manta.tune.internal.drive.OpenExperiment;
import dev.manta.tune.internal.drive.Trainable;
import dev.manta.tune.internal.drive.TrialRunner;
import dev.manta.tune.internal.runs.RunTrials;
import dev.manta.tune.internal.trial.TrialNews;
import java.util.Optional;

/// Trials that are runs of a trainer.
///
/// @param config the class of its config
/// @param where this machine, or a cluster
record TrainerTrials(Trainer trainer, Optional<Class<?>> config, Manta where) implements Trainable {
  @Override
  public String name() {
    return config().map(type -> "trainer of " + type.getName()).orElse("trainer");
  }

  @Override
  public WorkerCount workers() {
    return trainer.scaling().workers();
  }

  private Class<? extends Record> record() {
    return config()
        .filter(Class::isRecord)
        .<Class<? extends Record>>map(type -> type.asSubclass(Record.class))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "a trainer is tuned by its config, which must be a record: give one, as in Trainer.of(Train::train, new Config(…))"));
  }

  @Override
  public void check(Location root) {
    record();
  }

  private boolean isOnCluster() {
    return where.isCluster() && !trainer.scaling().inProcess();
  }

  @Override
  public String storage() {
    return isOnCluster() ? where.storage() : Manta.DEFAULT_STORAGE;
  }

  /// A cluster has a queue of its own.
  @Override
  public Capacity capacity(int concurrent) {
    return isOnCluster()
        ? Capacity.unlimited()
        : MachineCapacity.of(trainer.scaling().perWorker().cpus());
  }

  @Override
  public TrialRunner runner(OpenExperiment open, Space space, TuneConfig config, TrialNews told) {
    return new RunTrials(where, new RunTrials.Trained(trainer, record()), open.site(), told);
  }
}
