package dev.manta.tune;

import dev.manta.Manta;
import dev.manta.Trainer;
import dev.manta.spi.json.Json;
import dev.manta.storage.Location;
import dev.manta.train.RunConfig;
import dev.manta.train.WorkerCount;
import dev.manta.tune.internal.drive.Capacity;
import dev.manta.tune.internal.drive.MachineCapacity;
import dev.manta.tune.internal.drive.OpenExperiment;
import dev.manta.tune.internal.drive.Trainable;
import dev.manta.tune.internal.drive.TrialRunner;
import dev.manta.tune.internal.runs.PointConfig;
import dev.manta.tune.internal.runs.RunTrials;
import dev.manta.tune.internal.trial.TrialNews;
import java.nio.file.Path;
import java.util.Optional;

/// Trials that are runs of a trainer.
///
/// @param config the class of its config
/// @param where this machine, or a cluster
record TrainerTrials(Trainer trainer, Optional<Class<?>> config, Manta where) implements Trainable {
  @Override
  public String name() {
    Optional<String> script =
        trainer
            .script()
            .map(each -> "script " + Path.of(each.file()).getFileName() + " " + each.function());
    return script
        .or(() -> config().map(type -> "trainer of " + type.getName()))
        .orElse("trainer")
        .strip();
  }

  @Override
  public Optional<Json> given() {
    return trainer.config();
  }

  @Override
  public WorkerCount workers() {
    return trainer.scaling().workers();
  }

  private PointConfig points() {
    return trainer.script().map(PointConfig::of).orElseGet(() -> PointConfig.of(record()));
  }

  private Class<? extends Record> record() {
    return config()
        .filter(Class::isRecord)
        .<Class<? extends Record>>map(type -> type.asSubclass(Record.class))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "a trainer is tuned by its config, which must be a record: give one, as in"
                        + " Trainer.of(Train::train, new Config(…))"));
  }

  @Override
  public void check(Location root) {
    var _ = points();
  }

  @Override
  public Trainable with(RunConfig run) {
    TunedRun.requireForTrainer(run);
    return new TrainerTrials(trainer.run(own -> TunedRun.over(own, run)), config, where);
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
    return isOnCluster() ? Capacity.unlimited() : MachineCapacity.of(trainer.scaling().perWorker());
  }

  @Override
  public TrialRunner runner(OpenExperiment open, Space space, TuneConfig config, TrialNews told) {
    var trained = new RunTrials.Trained(trainer, points());
    return new RunTrials(where, trained, open.site(), open.state().saved(), told);
  }
}
