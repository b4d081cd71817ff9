package dev.manta.internal.data.pass;

import dev.manta.data.BatchOptions;
import dev.manta.internal.data.plan.Lane;
import java.util.List;

/// In step by counting alone: every rank knows the rows of all lanes.
final class KnownPace implements Pace {
  private final List<Lane> lanes;
  private final int ranks;
  private final BatchOptions options;
  private final long[] left;

  KnownPace(List<Lane> lanes, long[] places, int ranks, BatchOptions options) {
    this.lanes = lanes;
    this.ranks = ranks;
    this.options = options;
    this.left = new long[lanes.size()];
    for (int i = 0; i < left.length; i++) {
      left[i] = lanes.get(i).rows() - lanes.get(i).rowsBefore(places[i]);
    }
  }

  @Override
  public boolean more() {
    boolean some = false;
    for (int rank = 0; rank < ranks; rank++) {
      long rows = rows(rank);
      if (options.dropLast() && rows < options.rows()) {
        return false;
      }
      some |= rows > 0;
    }
    return some;
  }

  private long rows(int rank) {
    long rows = 0;
    for (int lane = first(rank); lane < first(rank + 1); lane++) {
      rows += left[lane];
    }
    return rows;
  }

  private int first(int rank) {
    return LaneShares.firstLane(rank, ranks, left.length);
  }

  @Override
  public long[] advance() {
    for (int rank = 0; rank < ranks; rank++) {
      take(first(rank), first(rank + 1));
    }
    long[] places = new long[left.length];
    for (int i = 0; i < places.length; i++) {
      Lane lane = lanes.get(i);
      places[i] = lane.place(lane.rows() - left[i]);
    }
    return places;
  }

  private void take(int from, int to) {
    long[] taken = LaneShares.taken(options.rows(), java.util.Arrays.copyOfRange(left, from, to));
    for (int i = 0; i < taken.length; i++) {
      left[from + i] -= taken[i];
    }
  }
}
