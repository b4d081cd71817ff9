package dev.manta.stores.internal.objects;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/// Does the same with many things, as many at a time as there are slots; the first failure ends it.
final class Slots {
  private Slots() {}

  static <T> void each(Semaphore slots, List<T> items, Call about, Consumer<T> work) {
    if (items.size() == 1) {
      work.accept(items.getFirst());
      return;
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> pending = new ArrayList<>();
      for (T item : items) {
        pending.add(threads.submit(() -> inSlot(slots, () -> work.accept(item))));
      }
      await(pending, threads, about);
    }
  }

  private static void inSlot(Semaphore slots, Runnable work) {
    try {
      slots.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    try {
      work.run();
    } finally {
      slots.release();
    }
  }

  private static void await(List<Future<?>> pending, ExecutorService threads, Call about) {
    try {
      for (Future<?> each : pending) {
        each.get();
      }
    } catch (ExecutionException e) {
      threads.shutdownNow();
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
      throw Failures.interrupted(about);
    }
  }
}
