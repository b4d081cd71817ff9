package dev.manta.tune;

import java.io.Serializable;

/// A trial as a plain function of its config, whose value is that of the goal.
///
/// Give it as a static method reference (`Search::loss`). It is `Serializable` only so that the
/// method's name can be read from the reference; no Java object is ever sent to a worker.
///
/// @param <C> the config record, or [Point]
@FunctionalInterface
public interface TrialObjective<C> extends Serializable {
  /// The value at one point.
  double value(C config) throws Exception;
}
