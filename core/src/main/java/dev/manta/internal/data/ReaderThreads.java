package dev.manta.internal.data;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/// The threads that read and transform, shared by all datasets of the process: one per processor,
/// which ranks of the same host share out among themselves.
///
/// A function of the user's may read another dataset: its thread waits for rows then, and so may
/// all others. What is asked for from within the pool is therefore done by those who wait for it.
public final class ReaderThreads {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final ThreadPoolExecutor THREADS =
      new ThreadPoolExecutor(
          CORES, CORES, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), ReaderThreads::thread);

  /// Whether a thread is of the pool, or was started by one that is.
  private static final InheritableThreadLocal<Boolean> WITHIN = new InheritableThreadLocal<>();

  private ReaderThreads() {}

  private static Thread thread(Runnable work) {
    Runnable within =
        () -> {
          WITHIN.set(true);
          work.run();
        };
    return Thread.ofPlatform()
        .daemon()
        .name("manta-data-" + NUMBER.incrementAndGet())
        .unstarted(within);
  }

  public static <T> Future<T> submit(Callable<T> work) {
    return isWithin() ? new Own<>(work) : THREADS.submit(asHere(work));
  }

  /// A function of the user's that opens a dataset does it as the thread that asks for its rows.
  private static <T> Callable<T> asHere(Callable<T> work) {
    boolean byAbsolutePath = SampledByAbsolutePath.holds();
    return () -> {
      SampledByAbsolutePath.onThisThread(byAbsolutePath);
      return work.call();
    };
  }

  /// Whether this thread does by itself what it asks for.
  public static boolean isWithin() {
    return WITHIN.get() != null;
  }

  public static int size() {
    return THREADS.getMaximumPoolSize();
  }

  /// Leaves to other processes of this host their part of the cores; each has one at least.
  public static synchronized void share(int processes) {
    int threads = Math.max(1, CORES / processes);
    THREADS.setCorePoolSize(Math.min(threads, THREADS.getMaximumPoolSize()));
    THREADS.setMaximumPoolSize(threads);
    THREADS.setCorePoolSize(threads);
  }

  /// Work that is done by the first who waits for it.
  private static final class Own<T> extends FutureTask<T> {
    Own(Callable<T> work) {
      super(work);
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
      run();
      return super.get();
    }

    @Override
    public T get(long limit, TimeUnit unit)
        throws InterruptedException, ExecutionException, TimeoutException {
      run();
      return super.get(limit, unit);
    }
  }
}
