package dev.manta.tune.internal.search;

import dev.manta.tune.internal.numbers.Symmetric;
import java.util.Arrays;

/// A Gaussian process that knows values at points: what it expects elsewhere.
final class Regression {
  private final Kernel kernel;
  private final double[][] points;
  private final double[] inverse;
  private final double[] weights;
  private final double mean;

  Regression(Kernel kernel, double[][] points, double[] values) {
    int size = points.length;
    this.kernel = kernel;
    this.points = points;
    double[] matrix = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        matrix[i * size + j] =
            kernel.scale() * Kernel.correlation(kernel.distance(points[i], points[j]));
      }
      matrix[i * size + i] = kernel.scale() + kernel.noise();
    }
    this.inverse = Symmetric.inverse(decomposed(matrix, size), size);
    this.mean = mean(inverse, values);
    double[] residual = new double[size];
    Arrays.setAll(residual, i -> values[i] - mean);
    this.weights = Symmetric.times(inverse, residual);
  }

  /// Points that almost coincide make the matrix singular; a little more noise parts them.
  private static double[] decomposed(double[] matrix, int size) {
    for (double more = 0; ; more = Math.max(1e-8, more * 10)) {
      double[] lower = matrix.clone();
      for (int i = 0; i < size; i++) {
        lower[i * size + i] += more;
      }
      if (Symmetric.decompose(lower, size)) {
        return lower;
      }
    }
  }

  /// The constant that the values vary around, weighted by what each says of it.
  static double mean(double[] inverse, double[] values) {
    double over = 0;
    double under = 0;
    int size = values.length;
    for (int i = 0; i < size; i++) {
      double sum = 0;
      for (int j = 0; j < size; j++) {
        sum += inverse[i * size + j];
      }
      over += sum * values[i];
      under += sum;
    }
    return under > 0 ? over / under : 0;
  }

  /// What is expected at a point.
  double expected(double[] x) {
    double[] covariances = kernel.covariances(points, x);
    double sum = mean;
    for (int i = 0; i < covariances.length; i++) {
      sum += covariances[i] * weights[i];
    }
    return sum;
  }

  /// The logarithm of the expected improvement over `best` at a point; where `gradient` has space
  /// its gradient is written there.
  double improvement(double[] x, double best, double[] gradient) {
    int size = points.length;
    double[] distances = new double[size];
    double[] covariances = new double[size];
    double expected = mean;
    for (int i = 0; i < size; i++) {
      distances[i] = kernel.distance(points[i], x);
      covariances[i] = kernel.scale() * Kernel.correlation(distances[i]);
      expected += covariances[i] * weights[i];
    }
    double[] solved = Symmetric.times(inverse, covariances);
    double variance = kernel.scale();
    for (int i = 0; i < size; i++) {
      variance -= covariances[i] * solved[i];
    }
    double deviation = Math.sqrt(Math.max(variance, 1e-12));
    var gain = LogImprovement.of((best - expected) / deviation);
    if (gradient.length > 0) {
      slope(x, distances, solved, gain, deviation, gradient);
    }
    return gain.log() + Math.log(deviation);
  }

  private void slope(
      double[] x,
      double[] distances,
      double[] solved,
      LogImprovement gain,
      double deviation,
      double[] gradient) {
    Arrays.fill(gradient, 0);
    double ofExpected = -gain.below() / deviation;
    double ofVariance = gain.density() / (2 * deviation * deviation);
    for (int i = 0; i < points.length; i++) {
      double factor = ofExpected * weights[i] - 2 * ofVariance * solved[i];
      factor *= 2 * kernel.scale() * Kernel.slope(distances[i]);
      for (int axis = 0; axis < x.length; axis++) {
        if (kernel.ordered()[axis]) {
          double length = kernel.lengths()[axis];
          gradient[axis] += factor * (x[axis] - points[i][axis]) / (length * length);
        }
      }
    }
  }
}
