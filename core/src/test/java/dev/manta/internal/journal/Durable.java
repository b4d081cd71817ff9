package dev.manta.internal.journal;

import dev.manta.error.MantaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// A listener that can be waited for.
final class Durable implements MetricsListener {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<MantaException> failures = new ArrayList<>();
  private long position;
  private final List<String> warnings = new ArrayList<>();
  private boolean deposed;
  private boolean sealed;
  private volatile boolean takenOver;

  private void change(Runnable what) {
    lock.lock();
    try {
      what.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void durable(long upTo) {
    change(() -> position = upTo);
  }

  @Override
  public void failed(MantaException cause) {
    change(() -> failures.add(cause));
  }

  @Override
  public void sealed() {
    change(() -> sealed = true);
  }

  @Override
  public void broken(MantaException cause) {
    change(() -> failures.add(cause));
  }

  @Override
  public void deposed() {
    change(() -> deposed = true);
  }

  @Override
  public void warning(String message) {
    change(() -> warnings.add(message));
  }

  @Override
  public boolean takenOver() {
    return takenOver;
  }

  /// From now on another controller has the run.
  void takeOver() {
    takenOver = true;
  }

  List<String> warnings() {
    return warnings;
  }

  long position() {
    return position;
  }

  List<MantaException> failures() {
    return failures;
  }

  void awaitPosition(long wanted) throws InterruptedException {
    await(() -> position >= wanted);
  }

  void awaitDeposed() throws InterruptedException {
    await(() -> deposed);
  }

  void awaitSealed() throws InterruptedException {
    await(() -> sealed);
  }

  void awaitFailure() throws InterruptedException {
    await(() -> !failures.isEmpty());
  }

  private void await(BooleanSupplier until) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.SECONDS.toNanos(30);
      while (!until.getAsBoolean()) {
        if (left <= 0) {
          throw new AssertionError("not within 30 s; failures " + failures);
        }
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
