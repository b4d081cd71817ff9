package dev.manta.torch.data;

import dev.manta.torch.internal.Lifetime;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/// One pass over the data: reads, measures how long training waits, and hands batches out.
final class Epoch implements Iterator<TensorBatch> {
  private static final int AHEAD_PER_THREAD = 2;
  private static final long IDLE_SECONDS = 5;

  private final Supplier<Optional<TensorBatch>> reading;
  private final Settings settings;
  private final Consumer<Stalls> noted;
  private final LoaderAudience audience;
  private final DataLoader loader;
  private final long begun = System.nanoTime();
  private Stalls stalls = Stalls.NONE;
  private @Nullable TensorBatch next;
  private boolean ended;

  Epoch(
      BatchSource source,
      Settings settings,
      Consumer<Stalls> noted,
      LoaderAudience audience,
      DataLoader loader) {
    this.settings = settings;
    this.noted = noted;
    this.audience = audience;
    this.loader = loader;
    this.reading = settings.workers() == 0 ? () -> now(source) : ahead(source)::next;
  }

  private static Optional<TensorBatch> now(BatchSource source) {
    Optional<Callable<TensorBatch>> task = source.next();
    try {
      return task.isEmpty() ? Optional.empty() : Optional.of(task.get().call());
    } catch (Exception e) {
      throw ReadAhead.failed(e);
    }
  }

  private ReadAhead ahead(BatchSource source) {
    int threads = settings.workers();
    return new ReadAhead(source, threads(threads), threads * AHEAD_PER_THREAD, settings.limit());
  }

  /// Threads that end by themselves: an epoch may be left at any batch.
  private static ExecutorService threads(int count) {
    var pool =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Epoch::thread);
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  private static Thread thread(Runnable task) {
    var thread = new Thread(task, "manta-loader");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public boolean hasNext() {
    if (next == null && !ended) {
      read();
    }
    return next != null;
  }

  private void read() {
    long before = System.nanoTime();
    next = reading.get().orElse(null);
    long now = System.nanoTime();
    stalls = stalls.and(Duration.ofNanos(now - before), Duration.ofNanos(now - begun));
    noted.accept(stalls);
    ended = next == null;
    if (ended) {
      audience.ended();
    }
    if (ended && stalls.isNotable()) {
      audience.warnings().accept(stalls.advice(settings.workers()));
    }
  }

  @Override
  public TensorBatch next() {
    if (!hasNext() || next == null) {
      throw new NoSuchElementException("the epoch has no more batches");
    }
    TensorBatch batch = next;
    next = null;
    audience.handOut(loader, batch.rows());
    if (settings.workers() > 0) {
      batch.columns().forEach(Lifetime::handOver);
    }
    List<Tensor> moved = batch.columns().stream().map(audience::move).toList();
    return new TensorBatch(moved, batch.rows());
  }
}
