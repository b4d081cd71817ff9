package dev.manta.internal.worker;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Whether an attempt is open, and the place where its threads wait: every wait ends when the
/// attempt does.
final class Gate {
  private static final long RECHECK_MILLIS = 50;

  private final int attempt;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile @Nullable String closed;

  Gate(int attempt) {
    this.attempt = attempt;
  }

  int attempt() {
    return attempt;
  }

  /// Ends the attempt; the first reason stands.
  void close(String why) {
    change(
        () -> {
          if (closed == null) {
            closed = why;
          }
        });
  }

  boolean isClosed() {
    return closed != null;
  }

  /// Waits until the attempt is over, or for so long; says whether it is.
  boolean closesWithin(long millisMax) {
    try {
      await(() -> false, millisMax);
      return isClosed();
    } catch (AttemptAborted _) {
      return true;
    }
  }

  /// Throws when the attempt is over.
  void require() {
    String why = closed;
    if (why != null) {
      throw new AttemptAborted(attempt, why);
    }
  }

  /// Changes something that others wait for.
  void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until something is so; throws when the attempt ends before.
  void await(BooleanSupplier so) {
    await(so, Long.MAX_VALUE);
  }

  /// Waits until something is so, or for so long; says whether it is so.
  boolean await(BooleanSupplier so, long millisMax) {
    return await(so, millisMax, this::require);
  }

  /// The same, whether the attempt is over or not.
  boolean awaitAnyway(BooleanSupplier so, long millisMax) {
    return await(so, millisMax, () -> {});
  }

  private boolean await(BooleanSupplier so, long millisMax, Runnable check) {
    long end = millisMax == Long.MAX_VALUE ? 0 : System.nanoTime() + millisMax * 1_000_000;
    boolean interrupted = false;
    lock.lock();
    try {
      while (!so.getAsBoolean()) {
        check.run();
        if (end != 0 && System.nanoTime() - end > 0) {
          return false;
        }
        interrupted |= pause();
      }
      return true;
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Says whether the wait was interrupted; the flag is set again when it is over.
  @SuppressWarnings("WaitNotInLoop") // the caller loops
  private boolean pause() {
    try {
      changed.await(RECHECK_MILLIS, TimeUnit.MILLISECONDS);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }
}
