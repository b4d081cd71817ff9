package dev.manta.internal.journal;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Wakes a thread that waits; one that was rung before anybody waited is not lost.
final class Alarm {
  private final Semaphore rings = new Semaphore(0);

  void ring() {
    rings.release();
  }

  /// Waits until it rings, or for so long.
  void await(long nanos) throws InterruptedException {
    if (rings.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
      rings.drainPermits();
    }
  }
}
