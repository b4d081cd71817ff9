package dev.manta.tune.internal.search;

import java.util.Arrays;

/// Bends values that span many orders of magnitude, so that a Gaussian process fits them: a power
/// of their height above the least one.
///
/// @param power 1 leaves the values as they are, 0 is the logarithm
/// @param least the least value
/// @param floor what is added to the height, so that the logarithm exists
record Warp(double power, double least, double floor) {
  /// The floor, next to the height of the first quarter.
  private static final double FLOOR = 0.1;

  static Warp of(double power, double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double least = sorted[0];
    double quarter = sorted[sorted.length / 4] - least;
    double range = sorted[sorted.length - 1] - least;
    double floor = Math.max(FLOOR * quarter, 1e-9 * range);
    return new Warp(power, least, floor > 0 ? floor : 1);
  }

  double apply(double value) {
    double height = value - least + floor;
    return power == 0 ? Math.log(height) : Math.pow(height, power);
  }

  /// The bent values with mean 0 and deviation 1, and what the bending adds to their likelihood.
  Warped standardize(double[] values) {
    double[] bent = Arrays.stream(values).map(this::apply).toArray();
    double mean = Arrays.stream(bent).average().orElse(0);
    double variance =
        Arrays.stream(bent).map(each -> (each - mean) * (each - mean)).average().orElse(0);
    double deviation = variance > 0 ? Math.sqrt(variance) : 1;
    double jacobian = 0;
    for (int i = 0; i < bent.length; i++) {
      bent[i] = (bent[i] - mean) / deviation;
      double height = values[i] - least + floor;
      jacobian +=
          (power == 0 ? 0 : Math.log(power)) + (power - 1) * Math.log(height) - Math.log(deviation);
    }
    return new Warped(bent, jacobian);
  }

  /// Values and the logarithm of the derivative of the map that made them.
  record Warped(double[] values, double jacobian) {}
}
