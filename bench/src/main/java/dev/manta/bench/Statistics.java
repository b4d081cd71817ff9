package dev.manta.bench;

import java.util.Arrays;

/// Order statistics of a few runs.
public final class Statistics {
  private Statistics() {}

  public static double median(double[] runs) {
    return quantile(runs, 0.5);
  }

  /// The value below which so large a part of the runs lies, between neighbours in proportion.
  public static double quantile(double[] runs, double part) {
    if (runs.length == 0) {
      throw new IllegalArgumentException("no runs to take a quantile of");
    }
    double[] sorted = runs.clone();
    Arrays.sort(sorted);
    double place = part * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
