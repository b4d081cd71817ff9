package dev.manta.bench.chaos;

import java.time.Duration;

/// Sees when a run makes no more steps.
final class StepWatch {
  private final Duration most;
  private long seen = -1;
  private long since = System.nanoTime();

  /// @param most how long a run may take from one step to the next
  StepWatch(Duration most) {
    this.most = most;
  }

  /// Whether a run that has made so many steps now stands still.
  boolean standsStill(long steps) {
    since = steps > seen ? System.nanoTime() : since;
    seen = Math.max(steps, seen);
    return System.nanoTime() - since > most.toNanos();
  }
}
