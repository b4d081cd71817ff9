package dev.manta.internal.data.pass;

import dev.manta.data.BatchOptions;
import dev.manta.internal.data.plan.Lane;
import java.util.List;

/// In step by counting alone, where ranks share lanes: see [SharedStep].
final class SharedPace implements Pace {
  private final List<Lane> lanes;
  private final long rows;
  private final boolean dropLast;
  private SharedStep next;

  SharedPace(List<Lane> lanes, long[] places, int ranks, BatchOptions options) {
    this.lanes = lanes;
    this.rows = (long) options.rows() * ranks;
    this.dropLast = options.dropLast();
    this.next = SharedStep.of(SharedStep.left(lanes, places), rows);
  }

  @Override
  public boolean more() {
    return next.rows() >= (dropLast ? rows : 1);
  }

  @Override
  public long[] advance() {
    long[] left = next.after();
    next = SharedStep.of(left, rows);
    long[] places = new long[left.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = lanes.get(i).place(lanes.get(i).rows() - left[i]);
    }
    return places;
  }
}
