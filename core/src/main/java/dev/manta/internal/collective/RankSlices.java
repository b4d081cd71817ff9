package dev.manta.internal.collective;

import java.util.List;

/// Which elements each rank folds: contiguous slices in rank order.
public final class RankSlices {
  private static final int LINE = 64;

  private final long[] starts;

  private RankSlices(long[] starts) {
    this.starts = starts;
  }

  /// Even slices that start on cache lines.
  public static RankSlices even(long count, int ranks, int elementBytes) {
    long unit = LINE / elementBytes;
    long[] starts = new long[ranks + 1];
    for (int rank = 1; rank < ranks; rank++) {
      starts[rank] = count / unit * rank / ranks * unit;
    }
    starts[ranks] = count;
    return new RankSlices(starts);
  }

  static RankSlices of(List<Long> counts) {
    long[] starts = new long[counts.size() + 1];
    for (int rank = 0; rank < counts.size(); rank++) {
      starts[rank + 1] = starts[rank] + counts.get(rank);
    }
    return new RankSlices(starts);
  }

  /// The slices of a reduction: those the caller asked for, or even ones.
  public static RankSlices of(Reduction reduction, long count, int ranks) {
    return switch (reduction.target()) {
      case Reduction.Slices(List<Long> counts) -> of(counts);
      case Reduction.Everyone _, Reduction.Root _ -> even(count, ranks, reduction.type().bytes());
    };
  }

  public long start(int rank) {
    return starts[rank];
  }

  public long end(int rank) {
    return starts[rank + 1];
  }

  public long longest() {
    long longest = 0;
    for (int rank = 0; rank + 1 < starts.length; rank++) {
      longest = Math.max(longest, end(rank) - start(rank));
    }
    return longest;
  }
}
