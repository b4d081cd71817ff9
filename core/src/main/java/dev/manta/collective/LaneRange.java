package dev.manta.collective;

import java.util.ArrayList;
import java.util.List;

/// The contiguous logical lanes of one rank, out of a power of two.
public record LaneRange(int first, int count, int total) {
  public LaneRange {
    if (Integer.bitCount(total) != 1) {
      throw new IllegalArgumentException("lanes " + total + " is not a power of two");
    }
    if (first < 0 || count < 0 || first + count > total) {
      throw new IllegalArgumentException(
          "lanes " + first + "+" + count + " are outside the " + total + " lanes of the run");
    }
  }

  /// The lanes of a rank when all lanes are spread evenly over the ranks.
  public static LaneRange of(int rank, int size, int total) {
    int first = (int) ((long) rank * total / size);
    int end = (int) ((rank + 1L) * total / size);
    return new LaneRange(first, end - first, total);
  }

  /// The largest aligned subtrees that cover these lanes, in order.
  public List<LaneRange> subtrees() {
    List<LaneRange> trees = new ArrayList<>();
    for (int at = first; at < first + count; ) {
      int width = widest(at);
      trees.add(new LaneRange(at, width, total));
      at += width;
    }
    return List.copyOf(trees);
  }

  private int widest(int at) {
    int aligned = at == 0 ? total : Integer.lowestOneBit(at);
    return Math.min(aligned, Integer.highestOneBit(first + count - at));
  }
}
