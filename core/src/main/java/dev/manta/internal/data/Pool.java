package dev.manta.internal.data;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// The threads that read and transform, one per processor, shared by all datasets of the process.
final class Pool {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final ExecutorService THREADS =
      Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), Pool::thread);

  private Pool() {}

  private static Thread thread(Runnable work) {
    return Thread.ofPlatform()
        .daemon()
        .name("manta-data-" + NUMBER.incrementAndGet())
        .unstarted(work);
  }

  static <T> Future<T> submit(Callable<T> work) {
    return THREADS.submit(work);
  }

  static int size() {
    return Runtime.getRuntime().availableProcessors();
  }
}
