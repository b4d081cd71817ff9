package dev.manta.train;

import java.time.Duration;

/// A function that scores committed checkpoints beside training, in a process of its own, one at a
/// time.
///
/// @param function what scores
/// @param timeout how long one checkpoint may take
public record ValidationConfig(ValidationFunction function, Duration timeout) {
  public ValidationConfig {
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException("the validation timeout must be positive: " + timeout);
    }
  }

  /// Scores with that function, for up to an hour each.
  public static ValidationConfig of(ValidationFunction function) {
    return new ValidationConfig(function, Duration.ofHours(1));
  }

  /// How long one checkpoint may take to be scored; an hour unless set. Then it stays without a
  /// score.
  public ValidationConfig timeout(Duration limit) {
    return new ValidationConfig(function, limit);
  }
}
