package dev.manta.testkit.sim;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.PriorityQueue;

/// Virtual time: what is due happens in order, and nothing ever waits.
public final class Schedule extends Clock {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private record Due(long nanos, long order, Runnable task) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Due> queue = new PriorityQueue<>();
  private long now;
  private long order;
  private Duration set = Duration.ZERO;

  /// Does something after a time.
  public void after(Duration delay, Runnable task) {
    queue.add(new Due(now + Math.max(0, delay.toNanos()), order++, task));
  }

  /// Lets time pass within a task, as a slow call does.
  void skip(Duration time) {
    now += time.toNanos();
  }

  /// Somebody sets the clock, or the machine has slept: time passes as before.
  void set(Duration by) {
    set = set.plus(by);
  }

  /// Does the next thing; false when there is nothing to do.
  public boolean next() {
    Due due = queue.poll();
    if (due == null) {
      return false;
    }
    now = Math.max(now, due.nanos());
    due.task().run();
    return true;
  }

  /// Does what is due within a time, which has passed then; so does a call that somebody waits for
  /// while others continue.
  void during(Duration time) {
    long end = now + time.toNanos();
    while (!queue.isEmpty() && queue.peek().nanos() <= end) {
      next();
    }
    now = Math.max(now, end);
  }

  /// How much time has passed.
  public Duration elapsed() {
    return Duration.ofNanos(now);
  }

  @Override
  public Instant instant() {
    return START.plusNanos(now).plus(set);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
