package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import java.util.List;
import java.util.OptionalLong;

/// How an exchange deals rows into parts, and what becomes of a part's pieces.
public interface Partitioning {
  int parts();

  /// The rows of a part, where they are known before.
  default OptionalLong rows(int part) {
    return OptionalLong.empty();
  }

  /// The part that each row of a unit goes to.
  int[] deal(int unit, Batch all);

  /// One batch of a part's pieces, which stay open.
  Batch merge(List<Batch> pieces, int part);

  /// About 16 MB each.
  static int parts(List<Unit> units) {
    return parts(units, 16L << 20);
  }

  /// About so many bytes each.
  static int parts(List<Unit> units, long each) {
    long bytes = units.stream().mapToLong(Unit::bytes).sum();
    return Math.clamp(bytes / each + 1, 1, 4096);
  }
}
