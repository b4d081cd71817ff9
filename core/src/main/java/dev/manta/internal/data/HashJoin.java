package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.JoinKind;
import dev.manta.data.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Joins two batches by a column; nulls join nothing.
final class HashJoin {
  private HashJoin() {}

  static Batch of(Batch left, Batch right, String key, JoinKind kind) {
    Map<Object, List<Integer>> places = places(right.column(key));
    List<Integer> lefts = new ArrayList<>();
    List<Integer> rights = new ArrayList<>();
    Column keys = left.column(key);
    for (int i = 0; i < left.rows(); i++) {
      Object value = JoinKeys.at(keys, i);
      List<Integer> found = value == null ? List.of() : places.getOrDefault(value, List.of());
      for (int row : found) {
        lefts.add(i);
        rights.add(row);
      }
      if (found.isEmpty() && kind == JoinKind.LEFT) {
        lefts.add(i);
        rights.add(Nulls.ROW);
      }
    }
    return joined(left, right, key, array(lefts), array(rights));
  }

  private static Map<Object, List<Integer>> places(Column keys) {
    Map<Object, List<Integer>> places = new HashMap<>();
    for (int i = 0; i < keys.rows(); i++) {
      Object key = JoinKeys.at(keys, i);
      if (key != null) {
        places.computeIfAbsent(key, _ -> new ArrayList<>()).add(i);
      }
    }
    return places;
  }

  private static int[] array(List<Integer> rows) {
    return rows.stream().mapToInt(Integer::intValue).toArray();
  }

  private static Batch joined(Batch left, Batch right, String key, int[] lefts, int[] rights) {
    List<String> others =
        right.schema().names().stream().filter(name -> !name.equals(key)).toList();
    Schema rest = right.schema().select(others);
    List<Column> columns = others.stream().map(right::column).toList();
    try (Batch a = Gather.rows(left, lefts, new Lease());
        Batch bare = right.with(rest, columns);
        Batch b = Nulls.gather(bare, rights)) {
      return Zips.of(a, b);
    }
  }
}
