package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.DataStats;
import dev.manta.data.Preparation;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
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
final class Crew implements Hands {
  private static final System.Logger LOG = System.getLogger("manta.data");
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration UNIT_LIMIT = Duration.ofMinutes(10);
  private static final int TRIES = 3;

  private final String spec;
  private final Workshop shop;
  private final Preparation.DataWorkers limits;
  private final ExecutorService threads = Executors.newCachedThreadPool(Crew::thread);
  private final List<DataProcess> all = new CopyOnWriteArrayList<>();
  private final LinkedBlockingDeque<DataProcess> free = new LinkedBlockingDeque<>();
  private CrewSize size;
  private boolean closed;

  Crew(String spec, Workshop shop, Preparation.DataWorkers limits) {
    this.spec = spec;
    this.shop = shop;
    this.limits = limits;
    this.size = new CrewSize(limits.least(), 0);
    for (int i = 0; i < limits.least(); i++) {
      hire();
    }
    threads.execute(this::watch);
  }

  private static Thread thread(Runnable work) {
    return Thread.ofPlatform().daemon().name("manta-crew").unstarted(work);
  }

  @Override
  public int width() {
    return limits.most();
  }

  /// The processes at work, by number.
  List<Long> pids() {
    return all.stream().map(DataProcess::pid).toList();
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
            ? Crew.this.read(new UnitAt(epoch, lanes, lane, index), unit)
            : shop.read(unit);
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
      case Unit.Slice(Unit input, _, _) -> travels(input);
      case Unit.Joined(List<Unit> inputs) -> inputs.stream().allMatch(Crew::travels);
      case Unit.Shuffled(List<Unit> inputs, _) -> inputs.stream().allMatch(Crew::travels);
      case Unit.Zipped(Unit left, Unit right) -> travels(left) && travels(right);
      case Unit.Partition _, Unit.Matched _ -> false;
    };
  }

  private Batch read(UnitAt at, Unit unit) {
    for (int i = 0; i < TRIES; i++) {
      long begun = System.nanoTime();
      Batch batch = tried(at, unit);
      if (batch != null) {
        shop.figures().read(batch.rows(), batch.size(), System.nanoTime() - begun);
        return batch;
      }
    }
    throw new MantaException(
        ErrorCode.USER,
        "%d data workers in a row ended while they read %s: its rows or a function on them end processes; their log is above"
            .formatted(TRIES, unit.place()));
  }

  private @Nullable Batch tried(UnitAt at, Unit unit) {
    DataProcess process = take(unit);
    try {
      Batch batch = process.read(at, shop.faults());
      release(process);
      return batch;
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "data worker %d ended while it read %s; another reads it again"
              .formatted(process.pid(), unit.place()));
      replace(process);
      return null;
    } catch (RuntimeException e) {
      release(process);
      throw e;
    }
  }

  private DataProcess take(Unit unit) {
    try {
      DataProcess process = free.pollFirst(UNIT_LIMIT.toSeconds(), TimeUnit.SECONDS);
      while (process != null && !process.isAlive()) {
        replace(process); // it ended while it had nothing to do
        process = free.pollFirst(UNIT_LIMIT.toSeconds(), TimeUnit.SECONDS);
      }
      if (process != null) {
        return process;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new MantaException(ErrorCode.CLUSTER, "no data worker was free to read " + unit.place());
  }

  private synchronized void hire() {
    if (!closed) {
      DataProcess process = DataProcess.start(spec);
      all.add(process);
      free.addLast(process);
    }
  }

  private synchronized void release(DataProcess process) {
    if (closed || all.size() > size.workers()) {
      dismiss(process);
    } else {
      free.addFirst(process);
    }
  }

  private void dismiss(DataProcess process) {
    all.remove(process);
    process.close();
  }

  private synchronized void replace(DataProcess process) {
    dismiss(process);
    hire();
  }

  private void watch() {
    DataStats last = shop.stats();
    try {
      while (isOpen()) {
        Thread.sleep(LOOK);
        DataStats now = shop.stats();
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
        .filter(process -> process.busyNanos() > UNIT_LIMIT.toNanos())
        .forEach(DataProcess::end);
    size = size.next(limits, stalled, full);
    while (!closed && all.size() < size.workers()) {
      hire();
    }
    while (all.size() > size.workers() && !free.isEmpty()) {
      dismiss(free.removeLast());
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    threads.shutdownNow();
    all.forEach(DataProcess::close);
    all.clear();
    free.clear();
  }
}
