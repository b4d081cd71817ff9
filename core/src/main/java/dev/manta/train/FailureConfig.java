package dev.manta.train;

import java.time.Duration;

/// What happens when a worker fails: how often to go on, and how long to wait before.
///
/// @param retries how often; the count starts again when the run gets ahead
/// @param backoff the wait before the second retry in a row; it doubles from there. The first retry
///   does not wait.
/// @param backoffMax the longest wait
public record FailureConfig(Retries retries, Duration backoff, Duration backoffMax) {
  public FailureConfig {
    if (backoff.isNegative()) {
      throw new IllegalArgumentException("backoff must not be negative: " + backoff);
    }
    if (backoffMax.compareTo(backoff) < 0) {
      throw new IllegalArgumentException(
          "backoff max " + backoffMax + " is below backoff " + backoff);
    }
  }

  /// Go on after at most so many failures.
  public static FailureConfig retries(int count) {
    return new FailureConfig(Retries.atMost(count), Duration.ofSeconds(1), Duration.ofSeconds(60));
  }

  /// Go on however often workers fail.
  public static FailureConfig unlimited() {
    return new FailureConfig(Retries.unlimited(), Duration.ofSeconds(1), Duration.ofSeconds(60));
  }

  /// The first failure ends the run.
  public static FailureConfig none() {
    return retries(0);
  }

  public FailureConfig backoff(Duration first, Duration longest) {
    return new FailureConfig(retries, first, longest);
  }
}
