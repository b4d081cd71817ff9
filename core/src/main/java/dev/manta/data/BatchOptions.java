package dev.manta.data;

/// How rows become batches.
///
/// @param rows the rows of a batch; the last one of a pass may have fewer
/// @param prefetch how many batches are made ready ahead
/// @param dropLast whether a pass ends before the first batch that some rank cannot fill
/// @param ordered whether rows come in the order of the dataset, or as they are ready
public record BatchOptions(int rows, int prefetch, boolean dropLast, boolean ordered) {
  public BatchOptions {
    if (rows < 1) {
      throw new IllegalArgumentException("a batch needs at least 1 row, not " + rows);
    }
    if (prefetch < 1) {
      throw new IllegalArgumentException("prefetch must be at least 1, not " + prefetch);
    }
  }

  /// Batches of these many rows in order; two are made ready ahead and nothing is dropped.
  public static BatchOptions rows(int rows) {
    return new BatchOptions(rows, 2, false, true);
  }

  /// How many batches are made ready ahead; 2 unless set, at least 1.
  public BatchOptions prefetch(int batches) {
    return new BatchOptions(rows, batches, dropLast, ordered);
  }

  /// Whether a pass ends before the first batch that some rank cannot fill; not unless set.
  public BatchOptions dropLast(boolean drop) {
    return new BatchOptions(rows, prefetch, drop, ordered);
  }

  /// Rows come as their units are ready: a slow one holds up no others. Each row still comes once,
  /// also after a restore, but not in the same order in another run.
  public BatchOptions unordered() {
    return new BatchOptions(rows, prefetch, dropLast, false);
  }
}
