package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.rows.BatchConcat;
import dev.manta.internal.data.rows.GroupedRows;
import dev.manta.internal.data.rows.SortKeys;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Deals what the groups of units add up to by the ranges of their keys, so that parts follow each
/// other in order.
///
/// @param borders the least key of every part but the first, each once
public record GroupPartitioning(GroupedRows grouping, List<@Nullable Object> borders)
    implements Partitioning {
  private static final Comparator<@Nullable Object> ORDER = SortKeys.order(false);
  private static final long PART_BYTES = 4L << 20;

  public static int parts(List<Unit> units) {
    return Partitioning.parts(units, PART_BYTES);
  }

  @Override
  public int parts() {
    return borders.size() + 1;
  }

  @Override
  public int[] deal(int unit, Batch sums) {
    List<Column> keys = grouping.keys(sums);
    int[] parts = new int[sums.rows()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = RangeBoundaries.part(borders, SortKeys.at(keys, i), ORDER);
    }
    return parts;
  }

  @Override
  public Batch merge(List<Batch> pieces, int part) {
    try (Batch all = BatchConcat.of(pieces, new BatchMemory())) {
      return grouping.join(all);
    }
  }
}
