package dev.manta.internal.data.rows;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Row;
import dev.manta.internal.data.memory.BatchMemory;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Rows of nothing but nulls.
final class NullRows {
  /// The number that stands for such a row.
  static final int ROW = -1;

  private NullRows() {}

  /// The rows with these numbers, and nulls where there is none.
  static Batch gather(Batch from, int[] rows) {
    boolean all = java.util.Arrays.stream(rows).noneMatch(row -> row == ROW);
    if (all) {
      return RowGather.rows(from, rows, new BatchMemory());
    }
    try (Batch none = none(from);
        Batch both = BatchConcat.of(java.util.List.of(from, none), new BatchMemory())) {
      int[] shifted = java.util.Arrays.stream(rows).map(r -> r == ROW ? from.rows() : r).toArray();
      return RowGather.rows(both, shifted, new BatchMemory());
    }
  }

  private static Batch none(Batch like) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    like.schema().names().forEach(name -> values.put(name, null));
    var builder = new BatchBuilder(new BatchMemory(), like.schema());
    builder.add(Row.of(values));
    return builder.build();
  }
}
