package dev.manta.torch.internal.ddp;

import dev.manta.collective.LaneRange;
import dev.manta.torch.data.TensorBatch;

/// The rows of a rank, shared out over its lanes.
///
/// @param together how many rows all ranks have
record LaneBatch(TensorBatch batch, long together, LaneRange mine) {
  /// One lane's rows.
  TensorBatch lane(int lane) {
    long from = begin(lane) - begin(mine.first());
    long count = begin(lane + 1) - begin(lane);
    return new TensorBatch(
        batch.columns().stream().map(column -> column.narrow(0, from, count)).toList(), count);
  }

  /// How many of all rows are in lanes before this one.
  private long begin(int lane) {
    return begin(together, lane, mine.total());
  }

  static long begin(long rows, int lane, int lanes) {
    return rows * lane / lanes;
  }
}
