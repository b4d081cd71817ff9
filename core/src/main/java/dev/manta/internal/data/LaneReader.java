package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Takes rows off a lane in order, while the pool reads ahead as far as the budget allows.
final class LaneReader implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("manta.data");
  private static final long PATIENCE_SECONDS = 30;

  /// A unit that is read ahead.
  ///
  /// @param bytes what was taken off the budget for it
  /// @param taken whether somebody reads it, or nobody will
  private record Ahead(Unit unit, Future<Batch> batch, long bytes, AtomicBoolean taken) {}

  private final Lane lane;
  private final Hands.Work hands;
  private final int aheadMax;
  private final Deque<Ahead> ahead = new ArrayDeque<>();
  private int submitted;
  private int unit;
  private int row;
  private @Nullable Batch current;

  LaneReader(Lane lane, long place, Hands.Work hands, int aheadMax) {
    this.lane = lane;
    this.hands = hands;
    this.aheadMax = aheadMax;
    this.unit = Lane.unit(place);
    this.row = Lane.row(place);
    this.submitted = unit;
  }

  /// The place behind all rows that were taken.
  long place() {
    return Lane.place(unit, row);
  }

  /// Up to these many rows in pieces; fewer only at the end of the lane.
  List<Batch> take(int rows) throws InterruptedException {
    List<Batch> pieces = new ArrayList<>();
    int missing = rows;
    while (missing > 0) {
      Batch from = current();
      if (from == null) {
        break;
      }
      int count = Math.min(missing, from.rows() - row);
      pieces.add(from.slice(row, count));
      row += count;
      missing -= count;
      settle(from);
    }
    return pieces;
  }

  /// What is left of the unit at hand; not at the end of the lane.
  Batch unit() throws InterruptedException {
    Batch from = current();
    if (from == null) {
      throw new IllegalStateException("the lane is at its end");
    }
    Batch rest = from.slice(row, from.rows() - row);
    row = from.rows();
    settle(from);
    return rest;
  }

  /// Whether there are no more rows.
  boolean isAtEnd() throws InterruptedException {
    return current() == null;
  }

  /// The unit that rows are taken from, never one that is used up.
  private @Nullable Batch current() throws InterruptedException {
    while (current == null && unit < lane.units().size()) {
      current = await();
      settle(current);
    }
    return current;
  }

  private void settle(Batch from) {
    if (row >= from.rows()) {
      from.close();
      current = null;
      unit++;
      row = 0;
    }
  }

  private Batch await() throws InterruptedException {
    fill();
    Ahead next = ahead.removeFirst();
    fill();
    try {
      return await(next);
    } catch (InterruptedException e) {
      ahead.addFirst(next);
      throw e;
    }
  }

  private static Batch await(Ahead next) throws InterruptedException {
    while (true) {
      try {
        return next.batch.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "no rows for %d s: waiting for %s".formatted(PATIENCE_SECONDS, next.unit.place()));
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

  /// The first unit is always read, whatever the budget says: work goes on.
  private void fill() {
    while (submitted < lane.units().size() && ahead.size() < aheadMax) {
      Unit next = lane.units().get(submitted);
      long bytes = next.bytes();
      if (!Budget.shared().tryAcquire(bytes)) {
        if (!ahead.isEmpty() || current != null) {
          return;
        }
        Budget.shared().acquire(bytes);
      }
      ahead.addLast(submit(submitted++, next, bytes));
    }
  }

  private Ahead submit(int index, Unit next, long bytes) {
    var taken = new AtomicBoolean();
    Future<Batch> batch =
        hands.submit(
            () -> {
              if (!taken.compareAndSet(false, true)) {
                throw new CancellationException("nobody needs " + next.place() + " any more");
              }
              return read(index, next, bytes);
            });
    return new Ahead(next, batch, bytes, taken);
  }

  private Batch read(int index, Unit next, long reserved) {
    long held = reserved;
    try {
      Batch batch = hands.read(index, next);
      long bytes = batch.size();
      Budget.shared().acquire(bytes - reserved);
      held = bytes;
      batch.whenReleased(() -> Budget.shared().release(bytes));
      held = 0;
      return batch;
    } finally {
      Budget.shared().release(held);
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
      Budget.shared().release(each.bytes);
    }
    return dropped;
  }

  private static void drop(Future<Batch> batch) {
    try {
      batch.get(PATIENCE_SECONDS, TimeUnit.SECONDS).close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(System.Logger.Level.DEBUG, "a unit that nobody needs any more failed", e);
    }
  }
}
