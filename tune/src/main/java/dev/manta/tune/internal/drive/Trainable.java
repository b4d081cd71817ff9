package dev.manta.tune.internal.drive;

import dev.manta.storage.Location;
import dev.manta.tune.Space;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.experiment.Happening;
import java.util.Optional;
import java.util.function.Consumer;

/// What an experiment tunes, and who runs it.
public interface Trainable {
  /// What it is called in journals; empty for something without a name.
  String name();

  /// The class of its config.
  Optional<Class<?>> config();

  /// Refuses what could not be run.
  ///
  /// @param root the directory of runs and experiments
  void check(Location root);

  /// Who runs the trials of an experiment.
  ///
  /// @param told hears what happens, from any thread
  TrialRunner runner(OpenExperiment open, Space space, TuneConfig config, Consumer<Happening> told);
}
