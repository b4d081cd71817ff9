package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Deals rows by the ranges of a column's values, so that parts follow each other in order.
final class SortDealing implements Dealing {
  private final String column;
  private final Comparator<@Nullable Object> order;
  private final List<Object> borders;

  /// @param borders the least value of every part but the first
  SortDealing(String column, Comparator<@Nullable Object> order, List<Object> borders) {
    this.column = column;
    this.order = order;
    this.borders = borders;
  }

  @Override
  public int parts() {
    return borders.size() + 1;
  }

  @Override
  public OptionalLong rows(int part) {
    return OptionalLong.empty();
  }

  @Override
  public List<Batch> deal(int unit, Batch all) {
    Column keys = all.column(column);
    int[] parts = new int[all.rows()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = part(SortKeys.at(keys, i));
    }
    return Scatter.of(all, parts, parts());
  }

  private int part(@Nullable Object key) {
    int low = 0;
    int high = borders.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.compare(key, borders.get(middle)) < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /// Equal keys keep the order of units and rows.
  @Override
  public Batch merge(List<Batch> pieces, int part) {
    try (Batch all = Concat.of(pieces, new Lease())) {
      Column keys = all.column(column);
      @Nullable Object[] values = new Object[all.rows()];
      Integer[] rows = new Integer[all.rows()];
      for (int i = 0; i < rows.length; i++) {
        values[i] = SortKeys.at(keys, i);
        rows[i] = i;
      }
      Arrays.sort(rows, (a, b) -> order.compare(values[a], values[b]));
      int[] sorted = new ArrayList<>(List.of(rows)).stream().mapToInt(Integer::intValue).toArray();
      return Gather.rows(all, sorted, new Lease());
    }
  }
}
