package dev.manta.djl.internal.rows;

import dev.manta.collective.Values;
import dev.manta.train.TrainContext;

/// A rank's part of the samples of a step.
///
/// @param before how many samples ranks before this one take
/// @param rows how many it takes
/// @param together how many all ranks take
public record RankShare(long before, long rows, long together) {
  /// Where ranks have batches of these sizes; all ranks call it.
  public static RankShare of(TrainContext<?> ctx, int rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("a batch needs at least 1 row, not " + rows);
    }
    long[] all = new long[ctx.worldSize()];
    ctx.collectives().allGather(Values.of(new long[] {rows}), Values.of(all));
    long before = 0;
    long together = 0;
    for (int rank = 0; rank < all.length; rank++) {
      before += rank < ctx.rank() ? all[rank] : 0;
      together += all[rank];
    }
    return new RankShare(before, rows, together);
  }

  /// Where this rank begins in a step of so many samples, which may be the last of an epoch.
  int from(int samples) {
    return (int) (samples * before / together);
  }

  /// Where it ends.
  int to(int samples) {
    return (int) (samples * (before + rows) / together);
  }
}
