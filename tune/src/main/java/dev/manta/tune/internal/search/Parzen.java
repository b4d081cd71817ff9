package dev.manta.tune.internal.search;

import dev.manta.tune.internal.numbers.Gaussian;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// A density made of one kernel for each point and a weak uniform one: a product of normal
/// distributions cut off at 0 and 1, and of choices that are mostly the point's own.
final class Parzen {
  /// The weight of the uniform density, where a point has 1.
  private static final double UNIFORM = 0.1;

  /// How wide a kernel is, next to the distance of the farther neighbour.
  private static final double WIDTH = 0.6;

  /// The least width of a kernel, where there is one point.
  private static final double LEAST = 0.15;

  /// How far the farther neighbour of evenly spread points is, next to their mean distance.
  private static final double EVEN_GAP = 1.5;

  private static final double OVER_ROOT_TWO_PI = 1 / Math.sqrt(2 * Math.PI);

  /// Kernels whose logarithm is so far below the largest add nothing to a double.
  private static final double NEGLIGIBLE = 38;

  /// Beyond so many deviations a normal distribution is not cut off.
  private static final double FAR = 5;

  private final Axes axes;
  private final int size;
  private final int count;
  private final double[] means;
  private final double[] firsts;
  private final double[] inverses;
  private final int stride;
  private final double[] constants;
  private final double mixed;

  /// @param stride how far the widths of two kernels are apart: 0 where all have the same
  private Parzen(Axes axes, List<double[]> points, int stride) {
    this.axes = axes;
    this.size = axes.size();
    this.count = points.size();
    this.mixed = 1.0 / (count + 1);
    this.means = new double[count * size];
    this.firsts = new double[count];
    for (int k = 0; k < count; k++) {
      System.arraycopy(points.get(k), 0, means, k * size, size);
      firsts[k] = means[k * size];
    }
    this.stride = stride;
    this.inverses = new double[Math.max(1, stride == 0 ? 1 : count) * size];
    this.constants = new double[count];
  }

  /// For few points: the width of a kernel is by its neighbours.
  static Parzen sharp(Axes axes, List<double[]> points) {
    var parzen = new Parzen(axes, points, axes.size());
    for (int axis = 0; axis < axes.size(); axis++) {
      if (axes.ordered()[axis]) {
        parzen.fit(axis);
      }
    }
    return parzen.normalized();
  }

  /// For many points: all kernels are as wide as those of evenly spread points would be.
  static Parzen even(Axes axes, List<double[]> points) {
    var parzen = new Parzen(axes, points, 0);
    double gap = WIDTH * EVEN_GAP / (points.size() + 1);
    for (int axis = 0; axis < axes.size(); axis++) {
      if (axes.ordered()[axis]) {
        parzen.inverses[axis] = 1 / Math.clamp(gap, parzen.least(axis), 1.0);
      }
    }
    return parzen.normalized();
  }

  /// Sets the widths of one parameter.
  private void fit(int axis) {
    double[] sorted = sorted(axis);
    double least = least(axis);
    for (int k = 0; k < count; k++) {
      double mean = means[k * size + axis];
      if (!Double.isNaN(mean)) {
        double width = Math.clamp(WIDTH * neighbour(sorted, mean), least, 1.0);
        inverses[k * stride + axis] = 1 / width;
      }
    }
  }

  /// The least width of a parameter.
  private double least(int axis) {
    int levels = axes.levels()[axis];
    double least = LEAST / Math.sqrt(count + 1.0);
    return levels == 0 ? least : Math.max(least, 0.5 / levels);
  }

  /// Sets the constants that make each kernel a density; one logarithm for all its parameters.
  private Parzen normalized() {
    for (int k = 0; k < count; k++) {
      double factor = 1;
      for (int axis = 0; axis < size; axis++) {
        double inverse = inverses[k * stride + axis];
        double mean = means[k * size + axis];
        if (inverse > 0 && !Double.isNaN(mean)) {
          factor *= inverse * OVER_ROOT_TWO_PI / inside(mean, inverse);
        }
      }
      constants[k] = Math.log(factor);
    }
    return this;
  }

  private double[] sorted(int axis) {
    double[] sorted = new double[count];
    int found = 0;
    for (int k = 0; k < count; k++) {
      double mean = means[k * size + axis];
      if (!Double.isNaN(mean)) {
        sorted[found++] = mean;
      }
    }
    sorted = found == count ? sorted : Arrays.copyOf(sorted, found);
    Arrays.sort(sorted);
    return sorted;
  }

  /// How far the farther neighbour is; the bounds are neighbours only of a single point.
  private static double neighbour(double[] sorted, double mean) {
    int last = sorted.length - 1;
    if (last == 0) {
      return Math.max(mean, 1 - mean);
    }
    int at = Arrays.binarySearch(sorted, mean);
    double left = at == 0 ? 0 : mean - sorted[at - 1];
    double right = at == last ? 0 : sorted[at + 1] - mean;
    return Math.max(left, right);
  }

  /// How much of a normal distribution is between 0 and 1.
  private static double inside(double mean, double inverse) {
    double low = mean * inverse;
    double high = (1 - mean) * inverse;
    return low > FAR && high > FAR ? 1 : Gaussian.below(high) - Gaussian.below(-low);
  }

  /// A random point of this density.
  double[] sample(RandomGenerator random) {
    int kernel = (int) (random.nextDouble() * (count + UNIFORM));
    double[] point = new double[size];
    for (int axis = 0; axis < size; axis++) {
      double uniform = random.nextDouble();
      boolean free = kernel >= count || Double.isNaN(means[kernel * size + axis]);
      point[axis] = axes.snap(axis, free ? uniform : sample(kernel, axis, uniform));
    }
    return point;
  }

  private double sample(int kernel, int axis, double uniform) {
    double mean = means[kernel * size + axis];
    if (!axes.ordered()[axis]) {
      double own = 1 / (1 + mixed);
      return uniform < own ? mean : (uniform - own) / (1 - own);
    }
    double width = 1 / inverses[kernel * stride + axis];
    double low = Gaussian.below(-mean / width);
    double high = Gaussian.below((1 - mean) / width);
    double place = mean + width * Gaussian.nearQuantile(low + uniform * (high - low));
    return Math.clamp(place, 0.0, 1.0);
  }

  /// The logarithm of the density at a point. Most kernels are far away in the first parameter
  /// already, so that is looked at first, in an array of its own.
  double logDensity(double[] point) {
    double most = Math.log(UNIFORM);
    double total = 1;
    double first = point[0];
    for (int k = 0; k < count; k++) {
      double z = (first - firsts[k]) * inverses[k * stride];
      if (constants[k] - 0.5 * z * z <= most - NEGLIGIBLE) {
        continue;
      }
      double log = logKernel(k, point, most - NEGLIGIBLE);
      if (log > most) {
        total = total * Math.exp(most - log) + 1;
        most = log;
      } else if (log > most - NEGLIGIBLE) {
        total += Math.exp(log - most);
      }
    }
    return most + Math.log(total) - Math.log(count + UNIFORM);
  }

  /// Gives up where it is below `least`, as most kernels are after one or two parameters; choices
  /// come last, as they may add to it again.
  private double logKernel(int kernel, double[] point, double least) {
    int row = kernel * size;
    int widths = kernel * stride;
    double log = constants[kernel];
    for (int axis = 0; axis < size && log > least; axis++) {
      double z = (point[axis] - means[row + axis]) * inverses[widths + axis];
      log -= Double.isNaN(z) ? 0 : 0.5 * z * z;
    }
    return axes.choices() && log > least ? log + logChoices(row, point) : log;
  }

  /// Their widths are infinite, so that what is above does not see them.
  private double logChoices(int row, double[] point) {
    double log = 0;
    for (int axis = 0; axis < size; axis++) {
      double mean = means[row + axis];
      if (!axes.ordered()[axis] && !Double.isNaN(mean)) {
        int levels = axes.levels()[axis];
        boolean same = Math.abs(mean - point[axis]) < 0.1 / levels;
        log += Math.log((mixed + (same ? levels : 0)) / (1 + mixed));
      }
    }
    return log;
  }
}
