package dev.manta.tune.internal.search;

import dev.manta.tune.internal.numbers.Lbfgs;
import dev.manta.tune.internal.numbers.Symmetric;
import java.util.Arrays;

/// Finds the kernel under which the values are most likely, with priors on its parameters.
///
/// Parameters are logarithms: of each length, of the scale, of the noise.
final class KernelFit implements Lbfgs.Smooth {
  private static final double LENGTH_MEAN = Math.log(0.5);
  private static final double LENGTH_MIN = Math.log(0.005);
  private static final double LENGTH_MAX = Math.log(100);
  private static final double SCALE_DEVIATION = 1.5;
  private static final double SCALE_MIN = Math.log(0.01);
  private static final double SCALE_MAX = Math.log(1e4);
  private static final double NOISE_MEAN = Math.log(1e-5);
  private static final double NOISE_DEVIATION = 2;
  private static final double NOISE_MIN = Math.log(1e-7);
  private static final double NOISE_MAX = Math.log(0.5);
  private static final int STEPS = 40;

  private final double[] values;
  private final boolean[] ordered;
  private final int size;
  private final int axes;
  private final double[][] squares;

  KernelFit(double[][] points, double[] values, boolean[] ordered) {
    this.values = values;
    this.ordered = ordered;
    this.size = points.length;
    this.axes = ordered.length;
    this.squares = new double[axes][size * size];
    for (int axis = 0; axis < axes; axis++) {
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < i; j++) {
          squares[axis][i * size + j] =
              Kernel.square(ordered[axis], points[i][axis], points[j][axis]);
        }
      }
    }
  }

  /// The kernel found, and how unlikely the values are under it.
  record Fit(Kernel kernel, double loss) {}

  Fit fit() {
    double[] start = new double[axes + 2];
    double[] low = new double[axes + 2];
    double[] high = new double[axes + 2];
    Arrays.fill(start, lengthMean());
    Arrays.fill(low, LENGTH_MIN);
    Arrays.fill(high, LENGTH_MAX);
    start[axes] = 0;
    start[axes + 1] = NOISE_MEAN;
    low[axes] = SCALE_MIN;
    high[axes] = SCALE_MAX;
    low[axes + 1] = NOISE_MIN;
    high[axes + 1] = NOISE_MAX;
    double[] found = Lbfgs.minimize(this, start, low, high, STEPS);
    double loss = at(found, new double[found.length]);
    double[] lengths = new double[axes];
    for (int i = 0; i < axes; i++) {
      lengths[i] = Math.exp(found[i]);
    }
    return new Fit(
        new Kernel(lengths, Math.exp(found[axes]), Math.exp(found[axes + 1]), ordered), loss);
  }

  private double lengthMean() {
    return LENGTH_MEAN + 0.5 * Math.log(axes);
  }

  @Override
  public double at(double[] x, double[] gradient) {
    double scale = Math.exp(x[axes]);
    double noise = Math.exp(x[axes + 1]);
    double[] inverseSquares = new double[axes];
    for (int i = 0; i < axes; i++) {
      inverseSquares[i] = Math.exp(-2 * x[i]);
    }
    double[] slopes = new double[size * size];
    double[] matrix = matrix(inverseSquares, scale, noise, slopes);
    if (!Symmetric.decompose(matrix, size)) {
      return Double.POSITIVE_INFINITY;
    }
    double half = Symmetric.halfLogDeterminant(matrix, size);
    double[] inverse = Symmetric.inverse(matrix, size);
    double mean = Regression.mean(inverse, values);
    double[] residual = new double[size];
    for (int i = 0; i < size; i++) {
      residual[i] = values[i] - mean;
    }
    double[] weights = Symmetric.times(inverse, residual);
    double fit = 0;
    for (int i = 0; i < size; i++) {
      fit += 0.5 * weights[i] * residual[i];
    }
    gradient(inverse, weights, slopes, noise, gradient);
    for (int i = 0; i < axes; i++) {
      gradient[i] *= inverseSquares[i];
    }
    // Scale and noise together stretch the whole matrix, whose part needs no sum over pairs.
    gradient[axes] = 0.5 * size - fit - gradient[axes + 1];
    return half + fit + priors(x, gradient);
  }

  private double[] matrix(double[] inverseSquares, double scale, double noise, double[] slopes) {
    double[] matrix = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        int at = i * size + j;
        double sum = 0;
        for (int axis = 0; axis < axes; axis++) {
          sum += squares[axis][at] * inverseSquares[axis];
        }
        double r = Math.sqrt(5 * sum);
        double decay = scale * Math.exp(-r);
        matrix[at] = (1 + r + r * r / 3) * decay;
        slopes[at] = 5.0 / 3 * (1 + r) * decay;
      }
      matrix[i * size + i] = scale + noise;
    }
    return matrix;
  }

  /// Half the trace of (inverse - weights weightsᵀ) times the derivative of the matrix.
  private void gradient(
      double[] inverse, double[] weights, double[] slopes, double noise, double[] gradient) {
    Arrays.fill(gradient, 0);
    double trace = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        int at = i * size + j;
        double factor = (inverse[at] - weights[i] * weights[j]) * slopes[at];
        for (int axis = 0; axis < axes; axis++) {
          gradient[axis] += factor * squares[axis][at];
        }
      }
      trace += inverse[i * size + i] - weights[i] * weights[i];
    }
    gradient[axes + 1] = 0.5 * noise * trace;
  }

  /// Lengths, scale and noise are taken to be log-normal.
  private double priors(double[] x, double[] gradient) {
    double sum = 0;
    for (int i = 0; i < axes; i++) {
      double length = x[i] - lengthMean();
      sum += 0.5 * length * length;
      gradient[i] += length;
    }
    double scale = x[axes] / SCALE_DEVIATION;
    double noise = (x[axes + 1] - NOISE_MEAN) / NOISE_DEVIATION;
    gradient[axes] += scale / SCALE_DEVIATION;
    gradient[axes + 1] += noise / NOISE_DEVIATION;
    return sum + 0.5 * scale * scale + 0.5 * noise * noise;
  }
}
