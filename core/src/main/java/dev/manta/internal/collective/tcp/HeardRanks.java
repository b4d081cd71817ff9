package dev.manta.internal.collective.tcp;

import java.util.concurrent.atomic.AtomicLongArray;

/// How often something came from each rank, whatever it was. Whoever reads from a link notes it,
/// which costs next to nothing.
final class HeardRanks {
  private final AtomicLongArray times;

  HeardRanks(int size) {
    this.times = new AtomicLongArray(size);
  }

  /// That one note in a race may be lost does no harm: the number has changed.
  void note(int rank) {
    times.lazySet(rank, times.getPlain(rank) + 1);
  }

  long times(int rank) {
    return times.getOpaque(rank);
  }
}
