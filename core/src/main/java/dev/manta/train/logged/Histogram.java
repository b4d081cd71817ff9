package dev.manta.train.logged;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/// How values are distributed, such as the weights of a layer: counts of bins of equal width.
///
/// @param min the lowest finite value; 0 where there is none
/// @param max the highest finite value; 0 where there is none
/// @param sum of the finite values
/// @param sumOfSquares of the finite values
/// @param edges of the bins, from the lowest; one more than bins, and none where no value is finite
/// @param counts how many values are in each bin; the last one has its upper edge, too
/// @param nan how many values are NaN; they are in no bin
/// @param infinite how many values are infinite; they are in no bin
public record Histogram(
    double min,
    double max,
    double sum,
    double sumOfSquares,
    List<Double> edges,
    List<Long> counts,
    long nan,
    long infinite)
    implements Logged {
  private static final int BINS_USUAL = 64;
  private static final int BINS_MAX = 10_000;

  public Histogram {
    edges = List.copyOf(edges);
    counts = List.copyOf(counts);
    boolean fits = edges.isEmpty() ? counts.isEmpty() : edges.size() == counts.size() + 1;
    if (!fits) {
      throw new IllegalArgumentException(
          "a histogram of %s bins has %s edges; it needs one more than bins"
              .formatted(counts.size(), edges.size()));
    }
  }

  /// Of values, in 64 bins.
  public static Histogram of(float... values) {
    return of(BINS_USUAL, values);
  }

  /// Of values, in 64 bins.
  public static Histogram of(double... values) {
    return of(BINS_USUAL, values);
  }

  /// Of values, in so many bins.
  public static Histogram of(int bins, float[] values) {
    return counted(bins, values.length, i -> values[i]);
  }

  /// Of values, in so many bins.
  public static Histogram of(int bins, double[] values) {
    return counted(bins, values.length, i -> values[i]);
  }

  private static Histogram counted(int bins, int size, IntToDoubleFunction values) {
    if (bins < 1 || bins > BINS_MAX) {
      throw new IllegalArgumentException(
          "a histogram has 1 to %s bins, not %s".formatted(BINS_MAX, bins));
    }
    HistogramCount count = HistogramCount.of(size, values);
    if (count.finite() == 0) {
      return count.without();
    }
    return count.in(count.min() == count.max() ? 1 : bins, size, values);
  }

  /// How many values are in bins.
  public long total() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public LoggedKind kind() {
    return LoggedKind.HISTOGRAM;
  }

  @Override
  public byte[] stored() {
    return Bind.write(this).text().getBytes(StandardCharsets.UTF_8);
  }

  static Histogram fromJson(Json json) {
    return Bind.read(json, Histogram.class);
  }

  /// What one pass over the values finds out.
  private record HistogramCount(
      double min,
      double max,
      double sum,
      double sumOfSquares,
      long nan,
      long infinite,
      long finite) {
    static HistogramCount of(int size, IntToDoubleFunction values) {
      double min = Double.POSITIVE_INFINITY;
      double max = Double.NEGATIVE_INFINITY;
      double sum = 0;
      double squares = 0;
      long nan = 0;
      long infinite = 0;
      for (int i = 0; i < size; i++) {
        double value = values.applyAsDouble(i);
        if (Double.isFinite(value)) {
          min = Math.min(min, value);
          max = Math.max(max, value);
          sum += value;
          squares += value * value;
        } else if (Double.isNaN(value)) {
          nan++;
        } else {
          infinite++;
        }
      }
      return new HistogramCount(
          min, max, finite(sum), finite(squares), nan, infinite, size - nan - infinite);
    }

    /// What JSON can say; sums of very large numbers are none.
    private static double finite(double sum) {
      return Double.isNaN(sum) ? 0 : Math.clamp(sum, -Double.MAX_VALUE, Double.MAX_VALUE);
    }

    Histogram without() {
      return new Histogram(0, 0, 0, 0, List.of(), List.of(), nan, infinite);
    }

    /// Halves, as the range of very large numbers is none.
    Histogram in(int bins, int size, IntToDoubleFunction values) {
      long[] counts = new long[bins];
      double half = max / 2 - min / 2;
      double perHalf = half > 0 ? bins / half : 0;
      for (int i = 0; i < size; i++) {
        double value = values.applyAsDouble(i);
        if (Double.isFinite(value)) {
          counts[Math.min(bins - 1, (int) ((value / 2 - min / 2) * perHalf))]++;
        }
      }
      return new Histogram(
          min, max, sum, sumOfSquares, edges(bins), List.of(boxed(counts)), nan, infinite);
    }

    private static Long[] boxed(long[] counts) {
      Long[] boxed = new Long[counts.length];
      for (int i = 0; i < counts.length; i++) {
        boxed[i] = counts[i];
      }
      return boxed;
    }

    /// Of equal values there is one bin, around them.
    private List<Double> edges(int bins) {
      List<Double> edges = new ArrayList<>();
      double low = min == max ? min - 0.5 : min;
      double high = min == max ? max + 0.5 : max;
      double edge = low;
      for (int i = 0; i < bins; i++) {
        double part = i / (double) bins;
        edge = Math.clamp(low * (1 - part) + high * part, edge, high);
        edges.add(edge);
      }
      edges.add(high);
      return edges;
    }
  }
}
