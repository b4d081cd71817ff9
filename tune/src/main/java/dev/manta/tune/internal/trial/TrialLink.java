package dev.manta.tune.internal.trial;

import dev.manta.train.Metrics;
import dev.manta.tune.internal.experiment.Saved;
import java.util.Optional;

/// What connects the function of a trial with the driver of its experiment.
public interface TrialLink {
  /// Hands a report over and waits for the answer: why the trial is not to continue, or empty.
  Optional<String> report(Metrics metrics, Optional<Saved> saved);

  /// Why the trial was told to leave; empty where it was not.
  Optional<String> stopped();
}
