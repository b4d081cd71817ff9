package dev.manta.tune.internal.trial;

import dev.manta.tune.internal.experiment.ExperimentEvent;

/// Hears what happens to trials, from any thread.
@FunctionalInterface
public interface TrialNews {
  /// These happened one right after the other, and are decided on together.
  void tell(ExperimentEvent... happenings);
}
