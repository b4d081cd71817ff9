package dev.manta.tune.internal.trial;

import dev.manta.tune.internal.experiment.Happening;

/// Hears what happens to trials, from any thread.
@FunctionalInterface
public interface TrialNews {
  /// These happened one right after the other, and are decided on together.
  void tell(Happening... happenings);
}
