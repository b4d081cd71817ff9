package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.rows.BatchConcat;
import dev.manta.internal.data.rows.RowGather;
import dev.manta.internal.data.rows.RowOrder;
import dev.manta.internal.data.rows.SortKeys;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Deals rows by the ranges of a column's values, so that parts follow each other in order.
///
/// A value with so many rows that it is several borders at once has them dealt over the parts
/// between, by their unit, so that no part must hold them all.
public final class SortPartitioning implements Partitioning {
  private final String column;
  private final boolean descending;
  private final Comparator<@Nullable Object> order;
  private final List<@Nullable Object> borders;
  private final int units;

  /// @param borders the least value of every part but the first
  public SortPartitioning(
      String column, boolean descending, List<@Nullable Object> borders, int units) {
    this.column = column;
    this.descending = descending;
    this.order = SortKeys.order(descending);
    this.borders = borders;
    this.units = units;
  }

  @Override
  public int parts() {
    return borders.size() + 1;
  }

  @Override
  public int[] deal(int unit, Batch all) {
    Column keys = all.column(column);
    int[] parts = new int[all.rows()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = part(SortKeys.at(keys, i), unit);
    }
    return parts;
  }

  private int part(@Nullable Object key, int unit) {
    int last = RangeBoundaries.part(borders, key, order);
    boolean often = last > 1 && order.compare(borders.get(last - 2), key) == 0;
    int first = often ? RangeBoundaries.less(borders, key, order) : last;
    int many = last - first;
    return many < 2 ? last : first + 1 + (int) ((long) unit * many / units);
  }

  /// Equal keys keep the order of units and rows.
  @Override
  public Batch merge(List<Batch> pieces, int part) {
    try (Batch all = BatchConcat.of(pieces, new BatchMemory())) {
      int[] sorted = RowOrder.of(List.of(all.column(column)), all.rows(), descending);
      return RowGather.rows(all, sorted, new BatchMemory());
    }
  }
}
