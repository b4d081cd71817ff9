package dev.manta.tune.internal.drive;

import dev.manta.Manta;
import dev.manta.spi.json.Json;
import dev.manta.storage.Location;
import dev.manta.train.RunConfig;
import dev.manta.train.WorkerCount;
import dev.manta.tune.Space;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.trial.TrialNews;
import java.util.Optional;

/// What an experiment tunes, and who runs it.
public interface Trainable {
  /// What it is called in journals; empty for something without a name.
  String name();

  /// The class of its config.
  Optional<Class<?>> config();

  /// The config that it was given, which says what is the same in every trial; empty where there is
  /// none.
  default Optional<Json> given() {
    return Optional.empty();
  }

  /// How many workers a trial may have; one where it has no workers of its own.
  default WorkerCount workers() {
    return new WorkerCount(1, 1);
  }

  /// Where experiments are kept that do not say otherwise.
  default String storage() {
    return Manta.DEFAULT_STORAGE;
  }

  /// The same with what an experiment's config says of its trials; what that cannot mean here is
  /// refused.
  Trainable with(RunConfig run);

  /// Refuses what could not be run.
  ///
  /// @param root the directory of runs and experiments
  void check(Location root);

  /// What its trials may use.
  ///
  /// @param concurrent how many trials run at a time
  Capacity capacity(int concurrent);

  /// Who runs the trials of an experiment.
  ///
  /// @param told hears what happens, from any thread
  TrialRunner runner(OpenExperiment open, Space space, TuneConfig config, TrialNews told);
}
