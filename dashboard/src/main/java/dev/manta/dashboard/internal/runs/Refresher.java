package dev.manta.dashboard.internal.runs;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Brings something up to date on a thread of its own. Whoever asks waits for a pass that began
/// after he asked, but only so long: what has many files is shown in part meanwhile.
public final class Refresher implements AutoCloseable {
  private final Runnable pass;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long asked;
  private long done;
  private boolean closed;
  private @Nullable RuntimeException problem;

  /// @param name of the thread
  /// @param pass what a pass does; it ends early when its thread is interrupted
  public Refresher(String name, Runnable pass) {
    this.pass = pass;
    this.thread = Thread.ofPlatform().daemon().name(name).start(this::serve);
  }

  /// Asks for a pass and waits for its end; false where that takes longer.
  public boolean refresh(Duration limit) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long mine = ++asked;
      changed.signalAll();
      return await(mine, limit.toNanos());
    } finally {
      lock.unlock();
    }
  }

  private boolean await(long mine, long limitNanos) throws InterruptedException {
    long left = limitNanos;
    while (done < mine && !closed && left > 0) {
      left = changed.awaitNanos(left);
    }
    if (problem != null && done >= mine) {
      throw problem;
    }
    return done >= mine;
  }

  private void serve() {
    try {
      for (long turn = next(); turn > 0; turn = next()) {
        finish(turn, attempt());
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private long next() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (asked == done && !closed) {
        changed.await();
      }
      return closed ? 0 : asked;
    } finally {
      lock.unlock();
    }
  }

  /// Whatever a pass throws is for those who asked: this thread serves them all.
  private @Nullable RuntimeException attempt() {
    try {
      pass.run();
      return null;
    } catch (RuntimeException e) {
      return e;
    } catch (Error e) {
      return new IllegalStateException("cannot bring this up to date: " + e, e);
    }
  }

  private void finish(long turn, @Nullable RuntimeException why) {
    lock.lock();
    try {
      done = turn;
      problem = why;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    thread.interrupt();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
