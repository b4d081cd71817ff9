package dev.manta.internal.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/// Does the same with many things, a few at a time; the first failure ends it.
final class InParallel {
  static final int AT_ONCE = 8;

  private InParallel() {}

  static <T, R> List<R> map(List<T> items, Function<T, R> work) {
    return map(items, AT_ONCE, work);
  }

  static <T, R> List<R> map(List<T> items, int atOnce, Function<T, R> work) {
    if (Math.min(items.size(), atOnce) < 2) {
      return items.stream().map(work).toList();
    }
    try (ExecutorService pool =
        Executors.newFixedThreadPool(
            Math.min(atOnce, items.size()), Thread.ofVirtual().factory())) {
      List<Future<R>> pending = new ArrayList<>();
      items.forEach(item -> pending.add(pool.submit(() -> work.apply(item))));
      return results(pending, pool);
    }
  }

  private static <R> List<R> results(List<Future<R>> pending, ExecutorService pool) {
    List<R> results = new ArrayList<>();
    for (Future<R> future : pending) {
      try {
        results.add(future.get());
      } catch (ExecutionException e) {
        pool.shutdownNow();
        throw e.getCause() instanceof RuntimeException cause
            ? cause
            : new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        pool.shutdownNow();
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while files were copied", e);
      }
    }
    return results;
  }
}
