package dev.manta.train;

import dev.manta.checkpoint.Checkpoint;
import java.io.Serializable;

/// Scores a committed checkpoint. Like a training function it is given as a static method reference
/// and captures nothing.
@FunctionalInterface
public interface ValidationFunction extends Serializable {
  /// The metrics that are merged into the checkpoint's and rank it anew.
  Metrics validate(Checkpoint checkpoint) throws Exception;

  /// Scores by settings of its own, such as which rows to score on; a static method reference too.
  @FunctionalInterface
  interface Configured<C> extends Serializable {
    /// The metrics that are merged into the checkpoint's and rank it anew.
    ///
    /// @param config what [ValidationConfig#of(Configured, Object)] was given
    Metrics validate(Checkpoint checkpoint, C config) throws Exception;
  }
}
