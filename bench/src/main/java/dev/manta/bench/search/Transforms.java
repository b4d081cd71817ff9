package dev.manta.bench.search;

import java.util.random.RandomGenerator;

/// The transformations that the functions of BBOB are built from (Hansen, Finck, Ros and Auger,
/// "Real-parameter black-box optimization benchmarking: noiseless functions definitions").
final class Transforms {
  private Transforms() {}

  /// Small irregularities on all scales.
  static double oscillate(double x) {
    if (x == 0) {
      return 0;
    }
    double log = Math.log(Math.abs(x));
    double c1 = x > 0 ? 10 : 5.5;
    double c2 = x > 0 ? 7.9 : 3.1;
    return Math.signum(x) * Math.exp(log + 0.049 * (Math.sin(c1 * log) + Math.sin(c2 * log)));
  }

  static double[] oscillate(double[] x) {
    double[] out = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = oscillate(x[i]);
    }
    return out;
  }

  /// Steeper on the positive side, the more the later the variable.
  static double[] asymmetric(double[] x, double beta) {
    double[] out = x.clone();
    for (int i = 0; i < x.length; i++) {
      if (x[i] > 0) {
        out[i] = Math.pow(x[i], 1 + beta * part(i, x.length) * Math.sqrt(x[i]));
      }
    }
    return out;
  }

  /// Each variable times a power between 1 and the root of `alpha`.
  static double[] scale(double[] x, double alpha) {
    double[] out = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = Math.pow(alpha, part(i, x.length) / 2) * x[i];
    }
    return out;
  }

  /// Where a variable is among all of them, from 0 to 1.
  static double part(int index, int dimensions) {
    return dimensions == 1 ? 0 : index / (dimensions - 1.0);
  }

  static double[] minus(double[] x, double[] other) {
    double[] out = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = x[i] - other[i];
    }
    return out;
  }

  static double[] times(double[][] matrix, double[] x) {
    double[] out = new double[matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < x.length; j++) {
        out[i] += matrix[i][j] * x[j];
      }
    }
    return out;
  }

  /// What lies outside of [-5, 5], squared.
  static double penalty(double[] x) {
    double sum = 0;
    for (double each : x) {
      double outside = Math.max(0, Math.abs(each) - 5);
      sum += outside * outside;
    }
    return sum;
  }

  /// A random rotation: normal numbers made orthogonal by Gram and Schmidt.
  static double[][] rotation(int dimensions, RandomGenerator random) {
    double[][] rows = new double[dimensions][dimensions];
    for (int i = 0; i < dimensions; i++) {
      for (int j = 0; j < dimensions; j++) {
        rows[i][j] = random.nextGaussian();
      }
      for (int k = 0; k < i; k++) {
        subtract(rows[i], rows[k], dot(rows[i], rows[k]));
      }
      double length = Math.sqrt(dot(rows[i], rows[i]));
      for (int j = 0; j < dimensions; j++) {
        rows[i][j] /= length;
      }
    }
    return rows;
  }

  static double[] uniform(int dimensions, double bound, RandomGenerator random) {
    double[] out = new double[dimensions];
    for (int i = 0; i < dimensions; i++) {
      out[i] = random.nextDouble(-bound, bound);
    }
    return out;
  }

  private static void subtract(double[] from, double[] what, double times) {
    for (int i = 0; i < from.length; i++) {
      from[i] -= times * what[i];
    }
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }
}
