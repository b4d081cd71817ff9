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
  private int count;

  private BinBorders(float[] values, long[] rows, int bins) {
    this.values = values;
    this.rows = rows;
    this.bins = bins;
    this.borders = new float[bins + 1];
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
    double usual = (double) Arrays.stream(rows).sum() / bins;
    double left = Arrays.stream(rows).filter(each -> each < usual).sum();
    int binsLeft = bins - (int) Arrays.stream(rows).filter(each -> each >= usual).count();
    double begun = 0;
    add(values[0]);
    for (int i = 0; i < values.length; i++) {
      boolean crowded = rows[i] >= usual;
      boolean full = begun > 0 && begun + rows[i] / 2.0 >= left / Math.max(1, binsLeft);
      if (i > 0 && (crowded || full || rows[i - 1] >= usual)) {
        add(values[i]);
        left -= begun;
        binsLeft -= begun > 0 ? 1 : 0;
        begun = 0;
      }
      begun += crowded ? 0 : rows[i];
    }
    return ended();
  }

  /// The last bin has all that is left.
  private void add(float border) {
    if (count < bins) {
      borders[count++] = border;
    }
  }

  private float[] ended() {
    float last = values[values.length - 1];
    if (borders[count - 1] < last) {
      borders[count++] = last;
    }
    return Arrays.copyOf(borders, count);
  }
}
