package dev.manta.internal.collective.tcp.link;

import java.time.Duration;

/// Until when something is waited for, and a check that ends the wait sooner by throwing.
public record Deadline(long nanos, Runnable check) {
  /// Waits look this often whether they should end.
  static final long LOOK_MILLIS = 50;

  public static Deadline in(Duration limit, Runnable check) {
    return new Deadline(System.nanoTime() + limit.toNanos(), check);
  }

  /// A deadline that nothing brings forward.
  static Deadline in(Duration limit) {
    return in(limit, () -> {});
  }

  /// Whether it has passed; throws if the wait should end anyway.
  boolean passed() {
    check.run();
    return System.nanoTime() - nanos > 0;
  }

  /// The same, but no later than in a while.
  Deadline atMost(Duration limit) {
    return new Deadline(Math.min(nanos, System.nanoTime() + limit.toNanos()), check);
  }
}
