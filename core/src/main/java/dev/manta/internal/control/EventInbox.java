package dev.manta.internal.control;

import dev.manta.internal.run.state.Event;
import java.time.Duration;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Events in the order they came, and those that are due later.
final class EventInbox implements EventQueue {
  private record Due(long nanos, long order, Supplier<Event> event) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(nanos - other.nanos, 0);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final PriorityQueue<Due> queue = new PriorityQueue<>();
  private long order;

  @Override
  public void now(Event event) {
    add(0, () -> event);
  }

  @Override
  public void later(Duration delay, Supplier<Event> event) {
    add(delay.toNanos(), event);
  }

  private void add(long delayNanos, Supplier<Event> event) {
    lock.lock();
    try {
      queue.add(new Due(System.nanoTime() + delayNanos, order++, event));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// The next event; waits until one is due. There always is one, as pings continue until the end.
  Event take() throws InterruptedException {
    return due().event().get();
  }

  /// The next event that is due already; never waits.
  Optional<Event> poll() {
    return dueNow().map(due -> due.event().get());
  }

  private Optional<Due> dueNow() {
    lock.lock();
    try {
      return untilFirst() > 0 ? Optional.empty() : Optional.of(queue.remove());
    } finally {
      lock.unlock();
    }
  }

  private Due due() throws InterruptedException {
    lock.lock();
    try {
      for (long wait = untilFirst(); wait > 0; wait = untilFirst()) {
        changed.awaitNanos(wait);
      }
      return queue.remove();
    } finally {
      lock.unlock();
    }
  }

  private long untilFirst() {
    Due first = queue.peek();
    return first == null ? WAIT_NANOS_MAX : first.nanos() - System.nanoTime();
  }
}
