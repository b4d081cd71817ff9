package dev.manta.train;

import dev.manta.checkpoint.Checkpoint;
import java.io.Serializable;

/// Scores a committed checkpoint by settings of its own, such as which rows to score it on. Like a
/// training function it is given as a static method reference and captures nothing.
@FunctionalInterface
public interface ConfiguredValidationFunction<C> extends Serializable {
  /// The metrics that are merged into the checkpoint's and rank it anew.
  ///
  /// @param config what [ValidationConfig#of(ConfiguredValidationFunction, Object)] was given
  Metrics validate(Checkpoint checkpoint, C config) throws Exception;
}
