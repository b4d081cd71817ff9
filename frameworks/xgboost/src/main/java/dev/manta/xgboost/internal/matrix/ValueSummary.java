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
  /// @param every for how many rows each of them stands
  static ValueSummary of(RadixSort sorted, int most, int every) {
    var summary = new ValueSummary(new float[most], new int[most]);
    int kept = summary.takeAll(sorted);
    kept = kept < 0 ? summary.takeEvenly(sorted) : kept;
    return summary.first(kept < 0 ? summary.takeAround(sorted) : kept, every);
  }

  /// All different values; -1 where there are too many.
  private int takeAll(RadixSort sorted) {
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

  /// The values at places that lie equally far apart; -1 where some are equal.
  private int takeEvenly(RadixSort sorted) {
    int end = 0;
    for (int i = 0; i < values.length; i++) {
      int place = (int) ((long) i * (sorted.size() - 1) / (values.length - 1));
      if (place < end) {
        return -1;
      }
      int next = sorted.endOfEqual(place);
      put(i, sorted.value(place), next - end);
      end = next;
    }
    return values.length;
  }

  /// All values that have many rows each, and of the rows of the others some that lie equally far
  /// apart.
  private int takeAround(RadixSort sorted) {
    int many = (int) (2L * sorted.size() / values.length) + 1;
    double step = step(sorted, many);
    int kept = 0;
    int told = 0;
    int passed = 0;
    for (int place = 0; place < sorted.size(); ) {
      int end = sorted.endOfEqual(place);
      boolean crowded = end - place >= many;
      passed += crowded ? 0 : end - place;
      if (crowded || passed >= step || place == 0 || end == sorted.size()) {
        put(kept++, sorted.value(place), end - told);
        told = end;
        passed = 0;
      }
      place = end;
    }
    return kept;
  }

  /// How far apart such rows lie, as there is a place for each value that has many, for the first
  /// and for the last one.
  private double step(RadixSort sorted, int many) {
    int crowded = 0;
    int others = 0;
    for (int place = 0; place < sorted.size(); ) {
      int end = sorted.endOfEqual(place);
      crowded += end - place >= many ? 1 : 0;
      others += end - place >= many ? 0 : end - place;
      place = end;
    }
    return (double) others / Math.max(1, values.length - crowded - 2);
  }

  private void put(int place, float value, int count) {
    values[place] = value;
    rows[place] = count;
  }

  private ValueSummary first(int kept, int every) {
    int[] counts = Arrays.stream(rows, 0, kept).map(count -> count * every).toArray();
    return new ValueSummary(Arrays.copyOf(values, kept), counts);
  }

  int size() {
    return values.length;
  }
}
