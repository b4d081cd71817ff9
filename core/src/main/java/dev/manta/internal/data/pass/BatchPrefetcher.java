package dev.manta.internal.data.pass;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Collate;
import dev.manta.data.Schema;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.rows.BatchConcat;
import dev.manta.internal.data.rows.CommonSchema;
import dev.manta.internal.data.unit.StreamCounters;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Makes batches of a rank's lanes ahead of their use, on a thread of its own.
final class BatchPrefetcher<T> implements AutoCloseable {
  /// A batch, what was made of it, and the places of the rank's lanes behind it.
  record Fed<T>(Batch batch, T made, long[] places) {}

  private static final long WAIT_MILLIS = 50;

  /// So many batches are handed over at a time: each handing over may wake a thread.
  private static final int TOGETHER = 16;

  private static final long[] NO_PLACES = {};
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final RowSupply supply;
  private final BatchOptions options;
  private final Collate<T> collate;
  private final boolean together;
  private final StreamCounters counters;
  private final Runnable whileWaiting;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Fed<T>> ready = new ArrayDeque<>();
  private final CommonSchema columns = new CommonSchema();
  private @Nullable Schema known;
  private int made;
  private boolean ended;
  private boolean closed;
  private @Nullable Batch given;

  /// Several batches, of which the consumer cuts one after the other.
  private volatile @Nullable Batch several;

  private int cut;
  private @Nullable RuntimeException failure;

  /// @param whileWaiting called now and then while there is nothing to hand out; may throw
  BatchPrefetcher(
      RowSupply supply, Pass.Making<T> making, StreamCounters counters, Runnable whileWaiting) {
    this.supply = supply;
    this.options = making.options();
    this.collate = making.collate();
    this.together = making.together();
    this.counters = counters;
    this.whileWaiting = whileWaiting;
    this.thread = Thread.ofPlatform().daemon().name("manta-prefetch").start(this::run);
  }

  private void run() {
    try {
      Fed<T> next = make();
      while (next != null && put(next)) {
        next = make();
      }
      end(null);
    } catch (InterruptedException e) {
      end(null);
    } catch (RuntimeException e) {
      end(e);
    } catch (Error e) {
      end(new IllegalStateException("making batches failed: " + e, e));
      throw e;
    } finally {
      supply.close();
    }
  }

  private @Nullable Fed<T> make() throws InterruptedException {
    Batch times = together ? supply.takeTimes(options.rows(), TOGETHER) : null;
    return times == null ? make(supply.take(options.rows())) : made(times);
  }

  private @Nullable Fed<T> make(List<Batch> pieces) {
    int rows = RowSupply.rows(pieces);
    boolean dropped = options.dropLast() && rows < options.rows();
    if (pieces.isEmpty() || dropped) {
      pieces.forEach(Batch::close);
      return null;
    }
    return made(pieces.size() == 1 ? pieces.getFirst() : joined(pieces));
  }

  private Fed<T> made(Batch rows) {
    made++;
    Batch batch = alike(rows);
    try {
      return new Fed<>(batch, collate.collate(batch), supply.places());
    } catch (RuntimeException | Error e) {
      batch.close();
      throw e;
    }
  }

  /// With the columns that rows had so far. Batches of one unit have the very same schema.
  @SuppressWarnings("ReferenceEquality")
  private Batch alike(Batch batch) {
    if (batch.schema() == known || batch.schema().equals(columns.schema())) {
      known = batch.schema();
      return batch;
    }
    known = null;
    columns.add(batch, "batch " + made);
    return CommonSchema.conformed(batch, columns.schema(), new BatchMemory());
  }

  private static Batch joined(List<Batch> pieces) {
    try {
      return BatchConcat.of(pieces, new BatchMemory());
    } finally {
      pieces.forEach(Batch::close);
    }
  }

  private boolean put(Fed<T> next) throws InterruptedException {
    lock.lock();
    try {
      long begun = System.nanoTime();
      while (isFull() && !closed) {
        changed.await();
      }
      counters.full(System.nanoTime() - begun);
      if (closed) {
        next.batch().close();
        return false;
      }
      ready.addLast(next);
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean isFull() {
    return ready.size() >= options.prefetch() || (!ready.isEmpty() && isSeveral(ready.getLast()));
  }

  private boolean isSeveral(Fed<T> fed) {
    return fed.batch().rows() > options.rows();
  }

  private void end(@Nullable RuntimeException why) {
    lock.lock();
    try {
      ended = true;
      failure = why;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// What can be had without waiting, once that is something or the end is reached.
  record Outlook(List<long[]> places, boolean ended) {}

  Outlook outlook() {
    lock.lock();
    try {
      awaitSome();
      return new Outlook(ready.stream().map(Fed::places).toList(), ended);
    } finally {
      lock.unlock();
    }
  }

  /// The next batch, or null at the end.
  @Nullable Fed<T> next() {
    Batch whole = several;
    if (whole != null) {
      return cut(whole);
    }
    Fed<T> next = handedOver();
    if (next == null || !isSeveral(next)) {
      return next;
    }
    cut = 0;
    several = next.batch();
    return cut(next.batch());
  }

  private Fed<T> cut(Batch whole) {
    Batch batch = whole.slice(cut, options.rows());
    cut += batch.rows();
    if (cut >= whole.rows()) {
      several = null;
      whole.close();
    }
    return new Fed<>(batch, collate.collate(batch), NO_PLACES);
  }

  private @Nullable Fed<T> handedOver() {
    lock.lock();
    try {
      awaitSome();
      changed.signalAll();
      return ready.pollFirst();
    } finally {
      lock.unlock();
    }
  }

  /// Units that are long in coming are told of by those who wait for them.
  private void awaitSome() {
    long since = System.nanoTime();
    try {
      while (ready.isEmpty() && !ended && !closed) {
        boolean woken = changed.await(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        since = stalled(since);
        if (!woken) {
          whileWaiting.run();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for rows", e);
    }
    stalled(since);
    if (ready.isEmpty() && failure != null) {
      throw failure;
    }
  }

  /// Who looks at the counters meanwhile sees a wait that is not over yet.
  private long stalled(long since) {
    long now = System.nanoTime();
    counters.stalled(now - since);
    return now;
  }

  /// The rows that the consumer has at the moment.
  @Nullable Batch given() {
    return given;
  }

  /// The consumer has these rows now, and is done with those before.
  void give(@Nullable Batch next) {
    if (given != null) {
      given.close();
    }
    given = next;
  }

  @Override
  public void close() {
    give(null);
    stop();
  }

  /// Makes no more batches; the one that was given last stays valid.
  void stop() {
    lock.lock();
    try {
      closed = true;
      ready.forEach(fed -> fed.batch().close());
      ready.clear();
      if (several != null) {
        several.close();
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    thread.interrupt();
    awaitThread();
  }

  /// Units that are being read end first: their memory is given back, their functions are closed
  /// next.
  private void awaitThread() {
    try {
      thread.join(CLOSE_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
