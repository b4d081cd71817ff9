package dev.manta.internal.worker;

import java.time.Duration;
import java.util.Optional;

/// How long a rank has made no step, where that is long by its own measure. Where others wait for a
/// rank they tell; where nobody does, only the rank itself can.
///
/// A function may well compute for long between two steps, so it is compared with itself.
final class StepSilence {
  private static final Duration LEAST = Duration.ofMinutes(1);
  private static final Duration OF_THE_FIRST = Duration.ofMinutes(10);
  private static final int TIMES_THE_LONGEST = 10;
  private static final int STEPS_TO_KNOW = 3;

  private long moves;
  private long changes;
  private long since;
  private Duration longest = Duration.ZERO;
  private boolean told;

  StepSilence(long nanos) {
    since = nanos;
  }

  /// How long there was no step, once that is too long; zero once there is one after that; nothing
  /// otherwise.
  Optional<Duration> at(long count, long nanos) {
    Duration still = Duration.ofNanos(nanos - since);
    if (count == moves) {
      return toldNow(still.compareTo(limit()) > 0 && !told) ? Optional.of(still) : Optional.empty();
    }
    moves = count;
    since = nanos;
    changes++;
    longest = still.compareTo(longest) > 0 ? still : longest;
    boolean again = told;
    told = false;
    return again ? Optional.of(Duration.ZERO) : Optional.empty();
  }

  private boolean toldNow(boolean so) {
    told |= so;
    return so;
  }

  private Duration limit() {
    Duration known = longest.multipliedBy(TIMES_THE_LONGEST);
    if (changes < STEPS_TO_KNOW) {
      return known.compareTo(OF_THE_FIRST) > 0 ? known : OF_THE_FIRST;
    }
    return known.compareTo(LEAST) > 0 ? known : LEAST;
  }
}
