package dev.manta.internal.data.rows;

import dev.manta.data.Batch;
import dev.manta.internal.data.memory.BatchMemory;
import java.util.ArrayList;
import java.util.List;

/// Takes a batch apart by a number for each row; rows of parts that are not kept are left out.
public final class RowScatter {
  private RowScatter() {}

  /// A piece for each part, some of them without rows; all are to be closed.
  public static List<Batch> of(Batch all, int[] parts, boolean[] kept) {
    int[] starts = starts(parts, kept);
    List<Batch> pieces = new ArrayList<>();
    try (Batch sorted = BatchMerge.of(List.of(all), rows(parts, kept, starts), new BatchMemory())) {
      for (int i = 0; i < kept.length; i++) {
        pieces.add(sorted.slice(starts[i], starts[i + 1] - starts[i]));
      }
    }
    return pieces;
  }

  private static int[] starts(int[] parts, boolean[] kept) {
    int[] starts = new int[kept.length + 1];
    for (int part : parts) {
      starts[part + 1] += kept[part] ? 1 : 0;
    }
    for (int i = 0; i < kept.length; i++) {
      starts[i + 1] += starts[i];
    }
    return starts;
  }

  private static int[] rows(int[] parts, boolean[] kept, int[] starts) {
    int[] next = starts.clone();
    int[] rows = new int[starts[kept.length]];
    for (int i = 0; i < parts.length; i++) {
      if (kept[parts[i]]) {
        rows[next[parts[i]]++] = i;
      }
    }
    return rows;
  }
}
