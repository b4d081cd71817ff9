package dev.manta.tune.internal.trial;

import dev.manta.train.Metrics;
import dev.manta.tune.TrialContext;
import java.util.Optional;

/// What a trial runs, however the user gave it.
///
/// @param <C> the config's type
@FunctionalInterface
public interface TrialBody<C> {
  /// Runs one trial; what it reports last, where that is its value.
  Optional<Metrics> run(TrialContext<C> trial) throws Throwable;
}
