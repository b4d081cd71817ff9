package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.fold.Fold;
import java.lang.foreign.MemorySegment;

/// What one link of a chain adds to the fold: the values of some ranks that follow each other,
/// which lie one after the other, `stride` elements apart.
record ChainShare(int firstRank, int ranks, MemorySegment values, long stride, int unit) {
  /// One rank's own values.
  static ChainShare of(int rank, MemorySegment values, int unit) {
    return new ChainShare(rank, 1, values, 0, unit);
  }

  void add(Fold fold, long at, int count) {
    for (int i = 0; i < ranks; i++) {
      fold.add(firstRank + i, values, (at + i * stride) * unit, count);
    }
  }

  /// The values themselves, where they are one rank's.
  CallerMemory memory() {
    return new CallerMemory(values, unit);
  }
}
