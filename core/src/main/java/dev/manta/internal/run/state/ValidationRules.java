package dev.manta.internal.run.state;

import dev.manta.cluster.Resources;
import java.time.Duration;
import java.util.Optional;

/// Which checkpoints are validated, and how.
///
/// @param timeout how long one may take
/// @param every every n-th that is reported, and the last one once every rank has returned
/// @param resources reserved for validation
public record ValidationRules(Duration timeout, int every, Optional<Resources> resources) {
  /// Every checkpoint, beside rank 0.
  public static ValidationRules all(Duration timeout) {
    return new ValidationRules(timeout, 1, Optional.empty());
  }
}
