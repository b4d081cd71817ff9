package dev.manta.data.prep;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is told of a column's numbers after one look at each; nulls and NaN are left out.
///
/// Numbers are counted from the first one, so that no digits are lost to a large mean; the spread
/// of each batch is found by itself and then joined to that of the others, so that none is kept.
final class ColumnMoments {
  private static final int ROWS = 8192;

  private long count;
  private double first = Double.NaN;
  private double mean;
  private double squares;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;

  private ColumnMoments() {}

  /// Those of columns; one without any number is refused.
  static Map<String, ColumnMoments> of(Dataset dataset, String... columns) {
    Map<String, ColumnMoments> all = new LinkedHashMap<>();
    List.of(columns).forEach(name -> all.put(name, new ColumnMoments()));
    try (Batches<Batch> batches = dataset.select(columns).batches(ROWS)) {
      for (Batch batch : batches) {
        var edit = new Edit(batch);
        all.forEach((name, moments) -> moments.add(name, edit.reals(name)));
      }
    }
    all.forEach((name, moments) -> requireSome(name, moments.count));
    return all;
  }

  /// Refuses a column that nothing can be learnt from.
  static void requireSome(String column, long count) {
    if (count == 0) {
      throw new IllegalArgumentException(
          "column \"%s\" has no values to fit to, only gaps: drop it, or use constantImputer"
              .formatted(column));
    }
  }

  private void add(String name, double[] values) {
    int some = 0;
    double sum = 0;
    for (double value : values) {
      if (!Double.isNaN(value)) {
        requireFinite(name, value);
        first = Double.isNaN(first) ? value : first;
        some++;
        sum += value - first;
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
    if (some > 0) {
      join(some, sum / some, squares(values, sum / some, some));
    }
  }

  private static void requireFinite(String name, double value) {
    if (Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "column \"%s\" has an infinite number, which nothing can be fitted to: filter such rows"
              .formatted(name));
    }
  }

  /// The second sum is 0 but for what rounding lost.
  private double squares(double[] values, double mean, int count) {
    double squares = 0;
    double lost = 0;
    for (double value : values) {
      if (!Double.isNaN(value)) {
        double off = value - first - mean;
        squares += off * off;
        lost += off;
      }
    }
    return squares - lost * lost / count;
  }

  private void join(long other, double otherMean, double otherSquares) {
    long all = count + other;
    double off = otherMean - mean;
    squares += otherSquares + off * off * count / all * other;
    mean += off * other / all;
    count = all;
  }

  long count() {
    return count;
  }

  double mean() {
    return first + mean;
  }

  double least() {
    return least;
  }

  double most() {
    return most;
  }

  /// The standard deviation of the population, or 1 where the numbers differ by no more than
  /// rounding can make them.
  double deviation() {
    double variance = squares / count;
    double rounding = count * mean() * Math.ulp(1.0);
    boolean same = variance <= count * Math.ulp(1.0) * variance + rounding * rounding;
    return same ? 1 : Math.sqrt(variance);
  }
}
