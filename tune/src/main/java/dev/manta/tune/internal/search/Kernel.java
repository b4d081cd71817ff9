package dev.manta.tune.internal.search;

/// The covariance of a Gaussian process: Matérn 5/2 with a length for each parameter; choices are
/// either alike or not.
///
/// @param lengths the length of each parameter
/// @param scale the variance of the process
/// @param noise the variance of values at one point
/// @param ordered whether a parameter's near places are alike
record Kernel(double[] lengths, double scale, double noise, boolean[] ordered) {
  private static final double ROOT_FIVE = Math.sqrt(5);

  /// The squared distance of one parameter.
  static double square(boolean ordered, double x, double y) {
    if (ordered) {
      return (x - y) * (x - y);
    }
    return Math.abs(x - y) < 1e-9 ? 0 : 1;
  }

  double distance(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < lengths.length; i++) {
      sum += square(ordered[i], x[i], y[i]) / (lengths[i] * lengths[i]);
    }
    return Math.sqrt(sum);
  }

  /// The correlation at a distance.
  static double correlation(double distance) {
    double r = ROOT_FIVE * distance;
    return (1 + r + r * r / 3) * Math.exp(-r);
  }

  /// How the correlation changes with the squared distance.
  static double slope(double distance) {
    double r = ROOT_FIVE * distance;
    return -5.0 / 6 * (1 + r) * Math.exp(-r);
  }

  double[] covariances(double[][] points, double[] x) {
    double[] out = new double[points.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = scale * correlation(distance(points[i], x));
    }
    return out;
  }
}
