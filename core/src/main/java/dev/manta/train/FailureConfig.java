package dev.manta.train;

import java.time.Duration;

/// What happens when a worker fails: how often to retry, how long to wait before, and how many
/// processes wait to take a dead one's place.
///
/// @param retries how often; the count starts again when the run gets ahead
/// @param backoff the wait before the second retry in a row; it doubles from there. The first retry
///   does not wait.
/// @param backoffMax the longest wait
/// @param spares how many warm processes each host keeps beside its workers
/// @param preemptions how often workers may be taken away after a notice; that uses no retry
/// @param lateMax how long a rank may keep the others waiting in a collective before it is replaced
/// @param isExclusive whether a rank is replaced only once its process has certainly ended
public record FailureConfig(
    Retries retries,
    Duration backoff,
    Duration backoffMax,
    int spares,
    Retries preemptions,
    Duration lateMax,
    boolean isExclusive) {
  public FailureConfig {
    if (backoff.isNegative()) {
      throw new IllegalArgumentException("backoff must not be negative: " + backoff);
    }
    if (backoffMax.compareTo(backoff) < 0) {
      throw new IllegalArgumentException(
          "backoff max " + backoffMax + " is below backoff " + backoff);
    }
    if (spares < 0) {
      throw new IllegalArgumentException("spares must be at least 0, not " + spares);
    }
    if (!lateMax.isPositive()) {
      throw new IllegalArgumentException("lateMax must be positive, not " + lateMax);
    }
  }

  private static FailureConfig of(Retries retries, int spares) {
    return new FailureConfig(
        retries,
        Duration.ofSeconds(1),
        Duration.ofSeconds(60),
        spares,
        Retries.unlimited(),
        Duration.ofMinutes(10),
        false);
  }

  /// Retry after at most so many failures, with one spare on each host.
  public static FailureConfig retries(int count) {
    return of(Retries.atMost(count), count == 0 ? 0 : 1);
  }

  /// Retry however often workers fail, with one spare on each host.
  public static FailureConfig unlimited() {
    return of(Retries.unlimited(), 1);
  }

  /// The first failure ends the run.
  public static FailureConfig none() {
    return retries(0);
  }

  /// Waits `first` before the second retry in a row, then twice as long each time, up to `longest`;
  /// 1 s and 60 s unless set. A `longest` below `first` is refused.
  public FailureConfig backoff(Duration first, Duration longest) {
    return new FailureConfig(retries, first, longest, spares, preemptions, lateMax, isExclusive);
  }

  /// So many processes on each host wait, warm, for a worker to die. They start when training is
  /// under way; 0 saves their memory, and a dead worker's place is taken by a new process.
  public FailureConfig spares(int count) {
    return new FailureConfig(
        retries, backoff, backoffMax, count, preemptions, lateMax, isExclusive);
  }

  /// Workers may be taken away so often, after a notice, before the run fails; any number unless
  /// set.
  public FailureConfig preemptions(int count) {
    return new FailureConfig(
        retries, backoff, backoffMax, spares, Retries.atMost(count), lateMax, isExclusive);
  }

  /// A rank that keeps the others waiting in a collective for longer than this is killed and
  /// replaced; 10 minutes unless set. It is named after seconds in any case: one that evaluates, or
  /// compiles, may well be late.
  public FailureConfig lateMax(Duration limit) {
    return new FailureConfig(retries, backoff, backoffMax, spares, preemptions, limit, isExclusive);
  }

  /// For a function with effects of its own, such as one that writes to a database: a rank whose
  /// machine cannot be reached is replaced only once its process has certainly ended. That takes up
  /// to 20 s, or 310 s for a detached run. A run whose upload is [Upload#IN_PLACE] is exclusive
  /// without being asked to.
  public FailureConfig exclusive() {
    return new FailureConfig(retries, backoff, backoffMax, spares, preemptions, lateMax, true);
  }
}
