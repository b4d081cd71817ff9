package dev.manta.internal.collective.group;

import dev.manta.collective.Pending;
import dev.manta.internal.collective.CLibrary;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Calls that happen one after the other: on the caller's thread when nothing is under way, else
/// behind what was started before.
final class CallQueue implements AutoCloseable {
  private final String name;
  private @Nullable ExecutorService thread;
  private @Nullable Task last;
  private final LongAdder waitedNanos = new LongAdder();

  CallQueue(String name) {
    this.name = name;
  }

  /// Waits for what was started before; the caller then makes its call itself.
  void settle() {
    Task before = last;
    if (before != null && !before.done()) {
      before.settle();
    }
  }

  /// Starts a call on this queue's thread.
  Pending start(Runnable call) {
    ExecutorService runner = thread;
    if (runner == null) {
      runner = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
      thread = runner;
    }
    Task task = new Task(runner.submit(call), waitedNanos);
    last = task;
    return task;
  }

  /// How long others have waited for calls of this queue's thread.
  long waitedNanos() {
    return waitedNanos.sum();
  }

  /// Waits for what is under way even if this thread was interrupted: its memory is about to go.
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    Task before = last;
    while (before != null && !before.ended()) {
      interrupted |= Thread.interrupted();
    }
    if (thread != null) {
      thread.shutdown();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// A call that continues; it ends by itself, since every wait of an engine does.
  private record Task(Future<?> future, LongAdder waitedNanos) implements Pending {
    @Override
    public boolean done() {
      return future.isDone();
    }

    @Override
    public void await() {
      try {
        get();
      } catch (ExecutionException e) {
        throw CLibrary.rethrow(e.getCause() == null ? e : e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted during a collective call", e);
      }
    }

    private void get() throws ExecutionException, InterruptedException {
      long begun = System.nanoTime();
      try {
        future.get();
      } finally {
        waitedNanos.add(System.nanoTime() - begun);
      }
    }

    /// Waits for the end; whether it has come, or an interrupt instead.
    boolean ended() {
      try {
        future.get();
        return true;
      } catch (ExecutionException _) {
        return true;
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    /// Waits for the end, however it is.
    void settle() {
      try {
        get();
      } catch (ExecutionException _) {
        return;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted during a collective call", e);
      }
    }
  }
}
