package dev.manta.internal.data;

import dev.manta.data.Batch;
import java.util.ArrayList;
import java.util.List;

/// Takes a batch apart by a number for each row.
final class Scatter {
  private Scatter() {}

  static List<Batch> of(Batch all, int[] parts, int count) {
    int[] starts = new int[count + 1];
    for (int part : parts) {
      starts[part + 1]++;
    }
    for (int i = 0; i < count; i++) {
      starts[i + 1] += starts[i];
    }
    int[] next = starts.clone();
    int[] rows = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      rows[next[parts[i]]++] = i;
    }
    List<Batch> pieces = new ArrayList<>();
    try (Batch sorted = Gather.rows(all, rows, new Lease())) {
      for (int i = 0; i < count; i++) {
        pieces.add(sorted.slice(starts[i], starts[i + 1] - starts[i]));
      }
    }
    return pieces;
  }
}
