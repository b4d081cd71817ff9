package dev.manta.internal.control;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;

/// Tasks that run beside the loop one after the other, in the order in which they came.
final class OrderedTasks implements Executor {
  private final Executor beside;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private boolean running;

  OrderedTasks(Executor beside) {
    this.beside = beside;
  }

  @Override
  public synchronized void execute(Runnable task) {
    waiting.add(task);
    if (!running) {
      running = true;
      beside.execute(this::runAll);
    }
  }

  private void runAll() {
    for (var task = next(); task.isPresent(); task = next()) {
      run(task.get());
    }
  }

  private void run(Runnable task) {
    boolean done = false;
    try {
      task.run();
      done = true;
    } finally {
      if (!done) {
        leaveToNext();
      }
    }
  }

  private synchronized Optional<Runnable> next() {
    Optional<Runnable> next = Optional.ofNullable(waiting.poll());
    running = next.isPresent();
    return next;
  }

  /// A task that threw ends its thread, and must not keep those that come after it from running:
  /// they get another one.
  private synchronized void leaveToNext() {
    running = !waiting.isEmpty();
    if (running) {
      beside.execute(this::runAll);
    }
  }
}
