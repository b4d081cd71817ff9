package dev.manta.internal.lease;

import java.time.Duration;
import java.util.Optional;

/// When a driver may take a run: a pure function of what it has seen so far, what it sees now, and
/// its own clock. Nobody else's clock matters.
final class LeaseRule {
  /// How often a driver says that it is there.
  static final Duration RENEW_EVERY = Duration.ofSeconds(5);

  /// How long it must have said nothing before another one takes its run.
  static final Duration SILENCE = Duration.ofSeconds(20);

  /// How long a renewal may take before it is tried again; the next one gets twice that, as storage
  /// may be slow. One answer that never comes must not cost the lease.
  static final Duration RENEW_WITHIN = Duration.ofSeconds(4);

  /// How long a driver waits after a renewal that failed.
  static final Duration RENEW_AGAIN = Duration.ofSeconds(1);

  private static final Duration RENEW_WITHIN_MAX = Duration.ofMinutes(1);

  /// How often somebody who waits for that looks.
  static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /// Who did not look for longer has not seen that it was silent: this process may have slept.
  private static final Duration BLIND = Duration.ofSeconds(4);

  /// A look that takes longer is one at storage that was away, and may have been for both.
  private static final Duration SLOWEST = Duration.ofSeconds(15);

  private LeaseRule() {}

  /// How long the next renewal may take.
  static Duration renewWithin(Duration last, boolean worked) {
    Duration twice = last.multipliedBy(2);
    Duration longer = twice.compareTo(RENEW_WITHIN_MAX) < 0 ? twice : RENEW_WITHIN_MAX;
    return worked ? RENEW_WITHIN : longer;
  }

  /// The newest lease as somebody finds it.
  ///
  /// @param number which one, from 1
  /// @param text all of it, word for word
  /// @param free whether its driver has given it back, or is provably dead
  record Seen(long number, String text, boolean free) {
    boolean isSame(Seen other) {
      return number == other.number && text.equals(other.text);
    }
  }

  /// When somebody looked, by their own clock.
  ///
  /// @param tries how often that was tried until it worked
  record Look(Duration began, Duration ended, int tries) {
    private boolean isOutage() {
      return tries > 1 || ended.minus(began).compareTo(SLOWEST) > 0;
    }
  }

  /// Somebody watches whether a lease changes.
  ///
  /// @param silent how long it has not, less the time that looks take: who cannot be seen then may
  ///   not be able to renew it either
  /// @param looked when the last look ended
  record Watch(Seen seen, Duration silent, Duration looked) {}

  /// What follows.
  sealed interface Verdict {
    /// The run can be had with the lease of this number.
    record Take(long number) implements Verdict {}

    /// Its driver lives.
    record Held() implements Verdict {}

    /// Look again soon.
    record Wait(Watch watch) implements Verdict {}
  }

  /// @param before what was seen so far; empty at the first look
  /// @param seen the newest lease now; empty where there is none
  /// @param look when that was seen
  static Verdict decide(Optional<Watch> before, Optional<Seen> seen, Look look) {
    if (seen.isEmpty() || seen.get().free()) {
      return new Verdict.Take(seen.map(Seen::number).orElse(0L) + 1);
    }
    if (before.isEmpty()) {
      return new Verdict.Wait(new Watch(seen.get(), Duration.ZERO, look.ended()));
    }
    return before.get().seen().isSame(seen.get())
        ? unchanged(before.get(), look)
        : new Verdict.Held();
  }

  private static Verdict unchanged(Watch watch, Look look) {
    Duration between = look.began().minus(watch.looked());
    boolean blind = between.compareTo(BLIND) > 0 || look.isOutage();
    Duration silent = blind ? Duration.ZERO : watch.silent().plus(between);
    return silent.compareTo(SILENCE) >= 0
        ? new Verdict.Take(watch.seen().number() + 1)
        : new Verdict.Wait(new Watch(watch.seen(), silent, look.ended()));
  }
}
