package dev.manta.internal.machine;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/// Asks storage the same of many things, some at a time; the first failure ends it.
public final class InParallel {
  private InParallel() {}

  /// The answers in the order of the items; one at a time is asked on this thread.
  public static <T, R> List<R> map(List<T> items, int atOnce, Function<T, R> call) {
    int threads = Math.min(items.size(), atOnce);
    if (threads < 2) {
      return items.stream().map(call).toList();
    }
    try (ExecutorService pool =
        Executors.newFixedThreadPool(threads, Thread.ofVirtual().factory())) {
      List<Future<R>> answers = new ArrayList<>();
      items.forEach(item -> answers.add(pool.submit(() -> call.apply(item))));
      return all(answers, pool);
    }
  }

  private static <R> List<R> all(List<Future<R>> answers, ExecutorService pool) {
    List<R> all = new ArrayList<>();
    for (Future<R> answer : answers) {
      try {
        all.add(answer.get());
      } catch (ExecutionException e) {
        pool.shutdownNow();
        throw e.getCause() instanceof RuntimeException cause
            ? cause
            : new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        pool.shutdownNow();
        Thread.currentThread().interrupt();
        throw new MantaException(
            ErrorCode.STORAGE,
            "interrupted while waiting for an answer from storage; start the run again",
            e);
      }
    }
    return all;
  }
}
