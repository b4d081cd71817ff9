package dev.manta.xgboost.internal.matrix;

import java.util.Arrays;
import java.util.List;

/// Splits the values of a feature into bins with equally many rows, as far as equal values allow: a
/// value that has more rows than a bin should have gets one of its own.
final class BinBorders {
  private final float[] values;
  private final long[] rows;
  private final int bins;
  private final float[] borders;
  private final double usual;
  private int count;

  /// Values with a bin of their own that come yet, for which bins are kept.
  private int crowded;

  /// The rows of all others that have no bin yet.
  private double left;

  private BinBorders(float[] values, long[] rows, int bins) {
    this.values = values;
    this.rows = rows;
    this.bins = bins;
    this.borders = new float[bins + 1];
    this.usual = (double) Arrays.stream(rows).sum() / bins;
    this.crowded = (int) Arrays.stream(rows).filter(each -> each >= usual).count();
    this.left = Arrays.stream(rows).filter(each -> each < usual).sum();
  }

  /// The smallest value, that with which each further bin begins, and the largest one.
  ///
  /// @param ranks what each rank has of the feature
  static float[] of(List<ValueSummary> ranks, int bins) {
    float[] values = new float[ranks.stream().mapToInt(ValueSummary::size).sum()];
    int at = 0;
    for (ValueSummary rank : ranks) {
      System.arraycopy(rank.values(), 0, values, at, rank.size());
      at += rank.size();
    }
    Arrays.sort(values);
    float[] different = different(values);
    return different.length <= bins
        ? different
        : new BinBorders(different, rows(different, ranks), bins).parted();
  }

  private static float[] different(float[] sorted) {
    int kept = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[kept++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, kept);
  }

  private static long[] rows(float[] values, List<ValueSummary> ranks) {
    long[] rows = new long[values.length];
    for (ValueSummary rank : ranks) {
      for (int i = 0; i < rank.size(); i++) {
        rows[Arrays.binarySearch(values, rank.values()[i])] += rank.rows()[i];
      }
    }
    return rows;
  }

  private float[] parted() {
    add(values[0]);
    double begun = 0;
    for (int i = 0; i < values.length; i++) {
      double part = left / (1 + Math.max(0, bins - count - crowded));
      boolean full = begun > 0 && begun + rows[i] / 2.0 >= part;
      boolean worth = i > 0 && isCrowded(i - 1) && upToCrowded(i) >= part / 2;
      boolean free = bins - count - crowded > 0;
      if (i > 0 && (isCrowded(i) || (free && (full || worth)))) {
        add(values[i]);
        left -= begun;
        begun = 0;
      }
      crowded -= isCrowded(i) ? 1 : 0;
      begun += isCrowded(i) ? 0 : rows[i];
    }
    return ended();
  }

  private boolean isCrowded(int place) {
    return rows[place] >= usual;
  }

  /// The rows from a value on that lie before the next one with a bin of its own.
  private long upToCrowded(int place) {
    long found = 0;
    for (int i = place; i < values.length && !isCrowded(i); i++) {
      found += rows[i];
    }
    return found;
  }

  private void add(float border) {
    borders[count++] = border;
  }

  private float[] ended() {
    float last = values[values.length - 1];
    if (borders[count - 1] < last) {
      borders[count++] = last;
    }
    return Arrays.copyOf(borders, count);
  }
}
