package dev.manta.internal.data.pass;

import dev.manta.data.Batch;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.WaitNotice;
import dev.manta.internal.data.memory.MemoryBudget;
import dev.manta.internal.data.plan.Lane;
import dev.manta.internal.data.unit.Unit;
import dev.manta.internal.data.unit.UnitReaders;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Takes rows off a lane, while the pool reads ahead as far as the budget allows.
final class LaneReader implements AutoCloseable {
  private static final long DROP_SECONDS = 30;

  /// A unit that is read ahead.
  ///
  /// @param bytes what was taken off the budget for it
  /// @param taken whether somebody reads it, or nobody will
  /// @param ready whether its reading is over
  private record Ahead(
      int index,
      Unit unit,
      Future<Batch> batch,
      long bytes,
      AtomicBoolean taken,
      AtomicBoolean ready) {}

  /// How units are taken.
  ///
  /// @param ahead how many are read ahead at most
  /// @param ordered whether they are taken in order, or as they are ready
  /// @param ready called when the reading of one is over
  record Manner(int ahead, boolean ordered, Runnable ready) {
    static Manner inOrder(int ahead) {
      return new Manner(ahead, true, () -> {});
    }
  }

  private final Lane lane;
  private final UnitReaders.Work work;
  private final Manner manner;
  private final LanePosition from;
  private final Deque<Ahead> ahead = new ArrayDeque<>();
  private LanePosition at;
  private int next;
  private int open;
  private @Nullable Batch current;

  LaneReader(Lane lane, LanePosition from, UnitReaders.Work work, Manner manner) {
    this.lane = lane;
    this.work = work;
    this.manner = manner;
    this.from = from;
    this.at = from;
    this.next = from.unit();
  }

  /// Behind all rows that were taken.
  LanePosition standing() {
    return at;
  }

  /// Up to these many rows in pieces; fewer only at the end of the lane.
  List<Batch> take(int rows) throws InterruptedException {
    return take(rows, true);
  }

  /// Up to these many rows in pieces, of units that have been read.
  List<Batch> takeReady(int rows) throws InterruptedException {
    return take(rows, false);
  }

  private List<Batch> take(int rows, boolean waits) throws InterruptedException {
    List<Batch> pieces = new ArrayList<>();
    try {
      take(rows, waits, pieces);
      return pieces;
    } catch (InterruptedException | RuntimeException e) {
      pieces.forEach(Batch::close);
      throw e;
    }
  }

  private void take(int rows, boolean waits, List<Batch> into) throws InterruptedException {
    int missing = rows;
    while (missing > 0) {
      Batch from = current(waits);
      if (from == null) {
        return;
      }
      int count = Math.min(missing, from.rows() - at.row());
      into.add(taken(from, count));
      missing -= count;
    }
  }

  /// A multiple of these rows of the unit at hand, at most so many times; null where it has them
  /// but once.
  @Nullable Batch takeTimes(int rows, int most) throws InterruptedException {
    Batch from = current(true);
    int times = from == null ? 0 : Math.min(most, (from.rows() - at.row()) / rows);
    return from == null || times < 2 ? null : taken(from, times * rows);
  }

  private Batch taken(Batch from, int count) {
    Batch piece = from.slice(at.row(), count);
    at = at.within(open, at.row() + count);
    settle(from);
    return piece;
  }

  /// What is left of the unit at hand; not at the end of the lane.
  Batch unit() throws InterruptedException {
    Batch from = current(true);
    if (from == null) {
      throw new IllegalStateException("the lane is at its end");
    }
    return taken(from, from.rows() - at.row());
  }

  /// Whether there are no more rows; waits until that is known.
  boolean isAtEnd() throws InterruptedException {
    return current(true) == null;
  }

  /// Whether all units are done.
  boolean isDone() {
    return at.first() >= lane.units().size();
  }

  /// What it waits for: the unit that is read for the longest time, if there is one.
  Optional<String> awaited() {
    return Optional.ofNullable(ahead.peekFirst()).map(first -> first.unit.place());
  }

  /// The unit that rows are taken from, never one that is used up.
  private @Nullable Batch current(boolean waits) throws InterruptedException {
    while (current == null && !isDone()) {
      fill();
      Ahead chosen = choice(waits);
      if (chosen == null) {
        return null;
      }
      open(chosen);
    }
    return current;
  }

  /// What has been read; where nothing has, what to wait for. A unit that was begun comes first.
  private @Nullable Ahead choice(boolean waits) {
    Ahead first = ahead.getFirst();
    if (!manner.ordered && at.row() == 0) {
      for (Ahead each : ahead) {
        if (each.ready.get()) {
          return each;
        }
      }
    }
    return waits || first.ready.get() ? first : null;
  }

  private void open(Ahead chosen) throws InterruptedException {
    ahead.removeIf(each -> each.index == chosen.index);
    fill();
    try {
      Batch rows = await(chosen);
      open = chosen.index;
      current = rows;
      settle(rows);
    } catch (InterruptedException e) {
      ahead.addFirst(chosen);
      throw e;
    }
  }

  private void settle(Batch from) {
    if (at.row() >= from.rows()) {
      from.close();
      current = null;
      at = at.after(open);
    }
  }

  private static Batch await(Ahead next) throws InterruptedException {
    var notice = new WaitNotice(next.unit::place, System.nanoTime());
    while (true) {
      try {
        return next.batch.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        notice.look();
      } catch (ExecutionException e) {
        throw failure(next.unit, e.getCause());
      }
    }
  }

  private static RuntimeException failure(Unit unit, @Nullable Throwable cause) {
    if (cause instanceof MantaException known) {
      return known;
    }
    return new MantaException(
        ErrorCode.USER, "reading %s failed: %s".formatted(unit.place(), cause), cause);
  }

  /// The first unit is always read, whatever the budget says: work continues.
  private void fill() {
    while (ahead.size() < manner.ahead && mayRead(next)) {
      Unit unit = lane.units().get(next);
      long bytes = unit.bytes();
      if (!MemoryBudget.shared().tryAcquire(bytes)) {
        if (!ahead.isEmpty() || current != null) {
          return;
        }
        MemoryBudget.shared().acquire(bytes);
      }
      ahead.addLast(submit(next, unit, bytes));
      next = from.next(next);
    }
  }

  private boolean mayRead(int index) {
    return index < lane.units().size() && (manner.ordered || at.reaches(index));
  }

  private Ahead submit(int index, Unit next, long bytes) {
    var taken = new AtomicBoolean();
    var ready = new AtomicBoolean();
    Future<Batch> batch =
        work.submit(
            () -> {
              if (!taken.compareAndSet(false, true)) {
                throw new CancellationException("nobody needs " + next.place() + " any more");
              }
              try {
                return read(index, next, bytes);
              } finally {
                ready.set(true);
                manner.ready.run();
              }
            });
    return new Ahead(index, next, batch, bytes, taken, ready);
  }

  private Batch read(int index, Unit next, long reserved) {
    long held = reserved;
    try {
      Batch batch = work.read(index, next);
      long bytes = batch.size();
      MemoryBudget.shared().acquire(bytes - reserved);
      held = bytes;
      batch.whenReleased(() -> MemoryBudget.shared().release(bytes));
      held = 0;
      return batch;
    } finally {
      MemoryBudget.shared().release(held);
    }
  }

  @Override
  public void close() {
    ahead.removeIf(LaneReader::isDropped);
    ahead.forEach(each -> drop(each.batch));
    ahead.clear();
    if (current != null) {
      current.close();
      current = null;
    }
  }

  /// What nobody has begun to read is not read any more.
  private static boolean isDropped(Ahead each) {
    boolean dropped = each.taken.compareAndSet(false, true);
    if (dropped) {
      MemoryBudget.shared().release(each.bytes);
    }
    return dropped;
  }

  /// The thread that makes batches is interrupted when its pass ends, and still gives back what is
  /// being read.
  private static void drop(Future<Batch> batch) {
    boolean interrupted = false;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DROP_SECONDS);
    while (!isClosed(batch, end)) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// False when this was interrupted.
  private static boolean isClosed(Future<Batch> batch, long end) {
    try {
      batch.get(end - System.nanoTime(), TimeUnit.NANOSECONDS).close();
    } catch (InterruptedException again) {
      return false;
    } catch (ExecutionException | TimeoutException e) {
      System.getLogger("manta.data")
          .log(System.Logger.Level.DEBUG, "a unit that nobody needs any more failed", e);
    }
    return true;
  }
}
