package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Row;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Rows of nothing but nulls.
final class Nulls {
  /// The number that stands for such a row.
  static final int ROW = -1;

  private Nulls() {}

  /// The rows with these numbers, and nulls where there is none.
  static Batch gather(Batch from, int[] rows) {
    boolean all = java.util.Arrays.stream(rows).noneMatch(row -> row == ROW);
    if (all) {
      return Gather.rows(from, rows, new Lease());
    }
    try (Batch none = none(from);
        Batch both = Concat.of(java.util.List.of(from, none), new Lease())) {
      int[] shifted = java.util.Arrays.stream(rows).map(r -> r == ROW ? from.rows() : r).toArray();
      return Gather.rows(both, shifted, new Lease());
    }
  }

  private static Batch none(Batch like) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    like.schema().names().forEach(name -> values.put(name, null));
    var builder = new BatchBuilder(new Lease(), like.schema());
    builder.add(Row.of(values));
    return builder.build();
  }
}
