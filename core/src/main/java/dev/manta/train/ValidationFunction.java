package dev.manta.train;

import dev.manta.checkpoint.Checkpoint;
import java.io.Serializable;

/// Scores a committed checkpoint. Like a training function it is given as a static method reference
/// and captures nothing.
@FunctionalInterface
public interface ValidationFunction extends Serializable {
  /// The metrics that are merged into the checkpoint's and rank it anew.
  Metrics validate(Checkpoint checkpoint) throws Exception;
}
