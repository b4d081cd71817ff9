package dev.manta.internal.data.pass;

import dev.manta.data.Batch;
import dev.manta.internal.data.WaitNotice;
import dev.manta.internal.data.plan.Lane;
import dev.manta.internal.data.unit.UnitReaders;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The rows of lanes that are a rank's alone: even shares of all, or what is ready.
final class OwnLanes implements RowSupply {
  private final List<LaneReader> readers = new ArrayList<>();
  private final LanePositions positions;
  private final boolean ordered;
  private final Semaphore bell = new Semaphore(0);

  /// @param ordered whether rows come in order, or as units are ready
  OwnLanes(LanePositions positions, boolean ordered) {
    this.positions = positions;
    this.ordered = ordered;
  }

  /// Takes in a lane, of which these many units are read ahead.
  void add(Lane lane, LanePosition from, UnitReaders.Work work, int ahead) {
    var manner = new LaneReader.Manner(ahead, ordered, bell::release);
    readers.add(new LaneReader(lane, from, work, manner));
  }

  @Override
  public List<Batch> take(int rows) throws InterruptedException {
    List<Batch> pieces = new ArrayList<>();
    try {
      take(rows, pieces);
      return pieces;
    } catch (InterruptedException | RuntimeException e) {
      pieces.forEach(Batch::close);
      throw e;
    }
  }

  @Override
  public @Nullable Batch takeTimes(int rows, int most) throws InterruptedException {
    return ordered && readers.size() == 1 ? readers.getFirst().takeTimes(rows, most) : null;
  }

  private void take(int rows, List<Batch> into) throws InterruptedException {
    int missing = rows - round(rows, into);
    while (!ordered && missing > 0 && !isDone()) {
      awaitAny();
      missing -= round(missing, into);
    }
  }

  /// Even shares, and what a lane lacks from the others, in order.
  private int round(int rows, List<Batch> into) throws InterruptedException {
    int missing = rows;
    int[] shares = LaneShares.shares(rows, Math.max(readers.size(), 1));
    for (int i = 0; i < readers.size(); i++) {
      missing -= take(readers.get(i), shares[i], into);
    }
    for (int i = 0; i < readers.size() && missing > 0; i++) {
      missing -= take(readers.get(i), missing, into);
    }
    return rows - missing;
  }

  private int take(LaneReader reader, int rows, List<Batch> into) throws InterruptedException {
    List<Batch> pieces = ordered ? reader.take(rows) : reader.takeReady(rows);
    into.addAll(pieces);
    return RowSupply.rows(pieces);
  }

  private boolean isDone() {
    return readers.stream().allMatch(LaneReader::isDone);
  }

  /// Waits until the reading of a unit is over since somebody waited last.
  private void awaitAny() throws InterruptedException {
    var notice = new WaitNotice(this::awaited, System.nanoTime());
    while (!bell.tryAcquire(1, TimeUnit.SECONDS)) {
      notice.look();
    }
    bell.drainPermits();
  }

  private String awaited() {
    return String.join(", ", readers.stream().flatMap(each -> each.awaited().stream()).toList());
  }

  @Override
  public long[] places() {
    List<LanePosition> lanes = new ArrayList<>(readers.size());
    for (LaneReader reader : readers) {
      lanes.add(reader.standing());
    }
    return positions.written(lanes);
  }

  @Override
  public void close() {
    readers.forEach(LaneReader::close);
  }
}
