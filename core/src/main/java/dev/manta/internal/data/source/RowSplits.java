package dev.manta.internal.data.source;

import dev.manta.data.Split;
import java.util.ArrayList;
import java.util.List;

/// Splits of sources whose rows have numbers.
final class RowSplits {
  private static final long SMALLEST = 1 << 14;
  private static final long LARGEST = 1 << 16;
  private static final long COUNT_WANTED = 64;
  private static final long COUNT_MAX = 1 << 20;

  private RowSplits() {}

  static List<Split> of(String name, long rows, long rowBytes) {
    long each = Math.max(Math.clamp(rows / COUNT_WANTED, SMALLEST, LARGEST), rows / COUNT_MAX);
    List<Split> splits = new ArrayList<>();
    for (long from = 0; from < rows; from += each) {
      long count = Math.min(each, rows - from);
      String place = name + " rows " + from + " to " + (from + count);
      splits.add(Split.ofRows(name, place, from, count, count * rowBytes));
    }
    return splits;
  }
}
