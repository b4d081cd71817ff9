package dev.manta.cluster.node;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/// The right of this node to keep the workers of an exclusive run. The node asks the driver for it
/// once a second, and an answer counts from the moment of asking: so the driver knows when it ends
/// at the latest, and no clocks are compared.
final class WorkerLease {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long length;
  private final IntConsumer ask;
  private final Map<Integer, Long> asked = new HashMap<>();
  private int last;
  private long until;
  private boolean held;
  private boolean asks = true;
  private boolean ended;

  /// @param ask asks the controller
  WorkerLease(Duration length, IntConsumer ask) {
    this.length = length.toNanos();
    this.ask = ask;
  }

  /// Asks for it for the first time, and waits for the answer.
  void begin() throws InterruptedException {
    long end = System.nanoTime() + length;
    ask();
    synchronized (this) {
      while (!held && !ended && System.nanoTime() - end < 0) {
        TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, end - System.nanoTime()));
      }
      if (!held) {
        throw new IllegalStateException(
            "the driver has not granted the lease that this node asked for: see whether it still runs");
      }
    }
  }

  /// Asks again and again.
  ///
  /// @param over is called once when there was no answer for too long
  void keep(Runnable over) {
    Thread.ofVirtual().name("manta-lease").start(() -> watch(over));
  }

  private void watch(Runnable over) {
    try {
      while (pause()) {
        ask();
      }
      if (isOver()) {
        over.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// @return false when there is nothing left to keep
  private synchronized boolean pause() throws InterruptedException {
    long left = until - System.nanoTime();
    if (!ended && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, EVERY_NANOS));
    }
    return !ended && !isOver();
  }

  private synchronized boolean isOver() {
    return !ended && System.nanoTime() - until >= 0;
  }

  private void ask() {
    int number;
    synchronized (this) {
      if (!asks) {
        return;
      }
      number = ++last;
      asked.put(number, System.nanoTime());
    }
    ask.accept(number);
  }

  /// The controller has answered.
  synchronized void answered(int number) {
    Long at = asked.get(number);
    if (at == null) {
      return;
    }
    asked.keySet().removeIf(other -> other <= number);
    until = at + length;
    held = true;
    notifyAll();
  }

  synchronized boolean isEnded() {
    return ended;
  }

  /// Nobody is asked any more; it lasts for as long as it was given.
  synchronized void release() {
    asks = false;
  }

  /// There are no workers any more, or another lease has them.
  synchronized void end() {
    ended = true;
    notifyAll();
  }
}
