package dev.manta.internal.data.worker;

import dev.manta.data.Batch;
import dev.manta.data.DataStats;
import dev.manta.data.Preparation;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.WaitNotice;
import dev.manta.internal.data.unit.StreamContext;
import dev.manta.internal.data.unit.Unit;
import dev.manta.internal.data.unit.UnitReaders;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Data workers of one rank. A unit that its worker did not survive is read again by another: its
/// rows were not handed out, so none is lost and none comes twice.
public final class DataWorkerPool implements UnitReaders {
  private static final System.Logger LOG = System.getLogger("manta.data");
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration UNIT_LIMIT = Duration.ofMinutes(10);
  private static final int TRIES = 3;

  private final String spec;
  private final StreamContext context;
  private final DataWorker.Recruits recruits;
  private final Preparation.DataWorkers limits;
  private final ExecutorService threads = Executors.newCachedThreadPool(DataWorkerPool::thread);
  private final List<DataWorker> all = new CopyOnWriteArrayList<>();
  private final LinkedBlockingDeque<DataWorker> free = new LinkedBlockingDeque<>();
  private PoolSize size;
  private boolean closed;

  public DataWorkerPool(
      String spec,
      StreamContext context,
      DataWorker.Recruits recruits,
      Preparation.DataWorkers limits) {
    this.spec = spec;
    this.context = context;
    this.recruits = recruits;
    this.limits = limits;
    this.size = new PoolSize(limits.least(), 0);
    for (int i = 0; i < limits.least(); i++) {
      hire();
    }
    threads.execute(this::watch);
  }

  private static Thread thread(Runnable work) {
    return Thread.ofPlatform().daemon().name("manta-data-pool").unstarted(work);
  }

  @Override
  public int width() {
    return limits.most();
  }

  /// The processes of this host that are at work, by number.
  public List<Long> pids() {
    return all.stream()
        .filter(DataProcess.class::isInstance)
        .map(DataProcess.class::cast)
        .map(DataProcess::pid)
        .toList();
  }

  /// All who are at work.
  List<String> names() {
    return all.stream().map(DataWorker::name).toList();
  }

  @Override
  public Work on(int epoch, int lanes, int lane) {
    return new Work() {
      @Override
      public Future<Batch> submit(Callable<Batch> reading) {
        return threads.submit(reading);
      }

      @Override
      public Batch read(int index, Unit unit) {
        return travels(unit)
            ? DataWorkerPool.this.read(new UnitAt(epoch, lanes, lane, index), unit)
            : context.read(unit);
      }
    };
  }

  /// Parts of shuffled, sorted or joined data are dealt once, in this process: each data worker
  /// would have to read everything.
  private static boolean travels(Unit unit) {
    return switch (unit) {
      case Unit.OfSource _, Unit.Gathered _ -> true;
      case Unit.Cached(Unit input, _, _) -> travels(input);
      case Unit.Stepped(Unit input, _) -> travels(input);
      case Unit.Conformed(Unit input, _) -> travels(input);
      case Unit.Slice(Unit input, _, _) -> travels(input);
      case Unit.Share(Unit input, _, _) -> travels(input);
      case Unit.Joined(List<Unit> inputs) -> inputs.stream().allMatch(DataWorkerPool::travels);
      case Unit.Shuffled(List<Unit> inputs, _) -> inputs.stream().allMatch(DataWorkerPool::travels);
      case Unit.Zipped(Unit left, Unit right) -> travels(left) && travels(right);
      case Unit.Partition _, Unit.Matched _, Unit.Folded _, Unit.Grouped _, Unit.Nothing _ -> false;
    };
  }

  private Batch read(UnitAt at, Unit unit) {
    for (int i = 0; i < TRIES; i++) {
      if (all.isEmpty()) {
        return context.read(unit); // nobody is left to do it, and nobody could be found
      }
      long begun = System.nanoTime();
      Batch batch = tried(at, unit);
      if (batch != null) {
        context.figures().read(batch.rows(), batch.size(), System.nanoTime() - begun);
        return batch;
      }
    }
    throw new MantaException(
        ErrorCode.USER,
        "%s data workers in a row ended while they read %s: its rows or a function on them end processes; their log is above"
            .formatted(TRIES, unit.place()));
  }

  /// Null where it has to be tried again.
  private @Nullable Batch tried(UnitAt at, Unit unit) {
    DataWorker worker = take(unit);
    if (worker == null) {
      return null;
    }
    try {
      Batch batch = worker.read(at, context.faults());
      release(worker);
      return batch;
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "%s was lost while it read %s; another reads it again"
              .formatted(worker.name(), unit.place()));
      replace(worker);
      return null;
    } catch (RuntimeException e) {
      release(worker);
      throw e;
    }
  }

  /// One that has nothing to do; null where there are none any more.
  private @Nullable DataWorker take(Unit unit) {
    long begun = System.nanoTime();
    var notice = new WaitNotice(() -> "a free data worker to read " + unit.place(), begun);
    try {
      while (!all.isEmpty() && System.nanoTime() - begun < UNIT_LIMIT.toNanos()) {
        DataWorker worker = free.pollFirst(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        if (worker != null && worker.isAlive()) {
          return worker;
        }
        if (worker != null) {
          replace(worker); // it ended while it had nothing to do
        }
        notice.look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MantaException(ErrorCode.CLUSTER, "interrupted before " + unit.place(), e);
    }
    if (all.isEmpty()) {
      return null;
    }
    throw new MantaException(ErrorCode.CLUSTER, "no data worker was free to read " + unit.place());
  }

  private synchronized void hire() {
    if (!closed) {
      DataWorker worker = recruits.hire(spec);
      all.add(worker);
      free.addLast(worker);
    }
  }

  private synchronized void release(DataWorker worker) {
    if (closed || all.size() > size.workers()) {
      dismiss(worker);
    } else {
      free.addFirst(worker);
    }
  }

  private void dismiss(DataWorker worker) {
    all.remove(worker);
    worker.close();
  }

  private synchronized void replace(DataWorker worker) {
    dismiss(worker);
    tryHire();
  }

  /// Without any, rows are read in this process: training continues.
  private boolean tryHire() {
    try {
      hire();
      return true;
    } catch (MantaException e) {
      LOG.log(System.Logger.Level.WARNING, e.getMessage());
      return false;
    }
  }

  private void watch() {
    DataStats last = context.stats();
    try {
      while (isOpen()) {
        Thread.sleep(LOOK);
        DataStats now = context.stats();
        look(share(now.stalled(), last.stalled()), share(now.full(), last.full()));
        last = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isOpen() {
    return !closed;
  }

  private static double share(Duration now, Duration before) {
    return (double) now.minus(before).toNanos() / LOOK.toNanos();
  }

  private synchronized void look(double stalled, double full) {
    all.stream()
        .filter(worker -> worker.busyNanos() > UNIT_LIMIT.toNanos())
        .forEach(DataWorker::end);
    size = size.next(limits, stalled, full);
    boolean hired = true;
    while (!closed && hired && all.size() < size.workers()) {
      hired = tryHire();
    }
    while (all.size() > size.workers() && !free.isEmpty()) {
      dismiss(free.removeLast());
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    threads.shutdownNow();
    all.forEach(DataWorker::close);
    all.clear();
    free.clear();
  }
}
