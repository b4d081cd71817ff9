package dev.manta.tune;

import java.io.Serializable;

/// A trial as a plain function that reports while it runs.
///
/// Give it as a static method reference (`Search::train`). It is `Serializable` only so that the
/// method's name can be read from the reference; no Java object is ever sent to a worker.
///
/// @param <C> the config record, or [Point]
@FunctionalInterface
public interface TrialLoop<C> extends Serializable {
  /// Runs one trial.
  void run(TrialContext<C> trial) throws Exception;
}
