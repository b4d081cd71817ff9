package dev.manta.internal.data;

import dev.manta.data.Batch;
import java.util.List;
import java.util.OptionalLong;

/// How an exchange deals rows into parts, and what becomes of a part's pieces.
interface Dealing {
  int parts();

  /// The rows of a part, where they are known before.
  OptionalLong rows(int part);

  /// A piece for each part, some of them without rows; all are to be closed.
  List<Batch> deal(int unit, Batch all);

  /// One batch of a part's pieces, which stay open.
  Batch merge(List<Batch> pieces, int part);

  /// About 16 MB each.
  static int parts(List<Unit> units) {
    long bytes = units.stream().mapToLong(Unit::bytes).sum();
    return Math.clamp(bytes / (16L << 20) + 1, 1, 4096);
  }
}
