package dev.manta.xgboost.internal.matrix;

import java.util.Arrays;

/// The values of one feature on one rank in short: some of them in order, the smallest and the
/// largest among them, and for each the rows above the one before it and up to it. Where there are
/// few different values it has them all.
///
/// @param rows as many as there are values
record ValueSummary(float[] values, int[] rows) {
  /// Of sorted values.
  ///
  /// @param most how many of them are kept at most
  static ValueSummary of(DigitSort sorted, int most) {
    var summary = new ValueSummary(new float[most], new int[most]);
    int kept = summary.takeAll(sorted);
    return summary.first(kept < 0 ? summary.takeSome(sorted) : kept);
  }

  /// All different values; -1 where there are too many.
  private int takeAll(DigitSort sorted) {
    int kept = 0;
    for (int place = 0; place < sorted.size(); kept++) {
      if (kept == values.length) {
        return -1;
      }
      int end = sorted.endOfEqual(place);
      put(kept, sorted.value(place), end - place);
      place = end;
    }
    return kept;
  }

  /// The values at places that lie equally far apart.
  private int takeSome(DigitSort sorted) {
    int kept = 0;
    int end = 0;
    for (int i = 0; i < values.length; i++) {
      int place = (int) ((long) i * (sorted.size() - 1) / (values.length - 1));
      if (place >= end) {
        int next = sorted.endOfEqual(place);
        put(kept++, sorted.value(place), next - end);
        end = next;
      }
    }
    return kept;
  }

  private void put(int place, float value, int count) {
    values[place] = value;
    rows[place] = count;
  }

  private ValueSummary first(int kept) {
    return new ValueSummary(Arrays.copyOf(values, kept), Arrays.copyOf(rows, kept));
  }

  int size() {
    return values.length;
  }
}
