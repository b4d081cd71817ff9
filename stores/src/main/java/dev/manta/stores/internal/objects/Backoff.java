package dev.manta.stores.internal.objects;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/// How a call is tried again: after random waits up to a bound that doubles, so that those who
/// failed together do not come back together.
///
/// @param tries how often in all
/// @param total how long in all: no try begins later
/// @param first the bound of the first wait
/// @param longest the bound of the longest
public record Backoff(int tries, Duration total, Duration first, Duration longest) {
  /// Some seconds: who has more patience asks again.
  public static final Backoff DEFAULT =
      new Backoff(7, Duration.ofSeconds(60), Duration.ofMillis(100), Duration.ofSeconds(5));

  /// The tries of one call.
  final class Tries {
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Instant begun;
    private int done = 1;

    Tries(InstantSource clock, RandomGenerator random) {
      this.clock = clock;
      this.random = random;
      this.begun = clock.instant();
    }

    int done() {
      return done;
    }

    /// Waits, and says whether there is another try.
    boolean again() throws InterruptedException {
      Duration wait = wait(random.nextDouble());
      if (done >= tries || clock.instant().plus(wait).isAfter(begun.plus(total))) {
        return false;
      }
      done++;
      Thread.sleep(wait);
      return true;
    }

    private Duration wait(double share) {
      return bound(done).multipliedBy((long) (share * 1000)).dividedBy(1000);
    }
  }

  /// The bound of the wait behind a try.
  Duration bound(int done) {
    Duration doubled = first.multipliedBy(1L << Math.min(done - 1, 20));
    return doubled.compareTo(longest) < 0 ? doubled : longest;
  }
}
