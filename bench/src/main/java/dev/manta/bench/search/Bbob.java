package dev.manta.bench.search;

import static dev.manta.bench.search.Transforms.asymmetric;
import static dev.manta.bench.search.Transforms.minus;
import static dev.manta.bench.search.Transforms.oscillate;
import static dev.manta.bench.search.Transforms.part;
import static dev.manta.bench.search.Transforms.penalty;
import static dev.manta.bench.search.Transforms.rotation;
import static dev.manta.bench.search.Transforms.scale;
import static dev.manta.bench.search.Transforms.times;
import static dev.manta.bench.search.Transforms.uniform;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/// Functions of BBOB in [-5, 5], least value 0; the instance decides where the optimum is and how
/// the axes are turned.
final class Bbob {
  private static final double SCHWEFEL_OPTIMUM = 4.2096874633;

  private final int dimensions;
  private final RandomGenerator random;

  private Bbob(int dimensions, long instance) {
    this.dimensions = dimensions;
    this.random = new SplittableRandom(0x9E3779B97F4A7C15L * (instance + 1));
  }

  private static TestFunction of(String name, int dimensions, ToDoubleFunction<double[]> values) {
    double[] low = new double[dimensions];
    double[] high = new double[dimensions];
    Arrays.fill(low, -5);
    Arrays.fill(high, 5);
    return new TestFunction(name, low, high, 0, values);
  }

  private double[] optimum(double bound) {
    return uniform(dimensions, bound, random);
  }

  private double[][] turn() {
    return rotation(dimensions, random);
  }

  /// f1.
  static TestFunction sphere(int dimensions, long instance) {
    double[] optimum = new Bbob(dimensions, instance).optimum(4);
    return of("sphere", dimensions, x -> squares(minus(x, optimum), 0));
  }

  /// f10, condition 10^6.
  static TestFunction ellipsoid(int dimensions, long instance) {
    var bbob = new Bbob(dimensions, instance);
    double[] optimum = bbob.optimum(4);
    double[][] r = bbob.turn();
    return of("ellipsoid", dimensions, x -> squares(oscillate(times(r, minus(x, optimum))), 6));
  }

  /// f15.
  static TestFunction rastrigin(int dimensions, long instance) {
    var bbob = new Bbob(dimensions, instance);
    double[] optimum = bbob.optimum(4);
    double[][] r = bbob.turn();
    double[][] q = bbob.turn();
    return of(
        "rastrigin",
        dimensions,
        x -> {
          double[] bent = asymmetric(oscillate(times(r, minus(x, optimum))), 0.2);
          double[] z = times(r, scale(times(q, bent), 10));
          double waves = Arrays.stream(z).map(each -> Math.cos(2 * Math.PI * each)).sum();
          return 10 * (dimensions - waves) + squares(z, 0);
        });
  }

  /// f8.
  static TestFunction rosenbrock(int dimensions, long instance) {
    double[] optimum = new Bbob(dimensions, instance).optimum(3);
    double factor = Math.max(1, Math.sqrt(dimensions) / 8);
    return of(
        "rosenbrock",
        dimensions,
        x -> {
          double[] z = minus(x, optimum);
          double sum = 0;
          for (int i = 0; i < z.length; i++) {
            z[i] = factor * z[i] + 1;
          }
          for (int i = 0; i + 1 < z.length; i++) {
            double valley = z[i] * z[i] - z[i + 1];
            sum += 100 * valley * valley + (z[i] - 1) * (z[i] - 1);
          }
          return sum;
        });
  }

  /// f6.
  static TestFunction attractiveSector(int dimensions, long instance) {
    var bbob = new Bbob(dimensions, instance);
    double[] optimum = bbob.optimum(4);
    double[][] r = bbob.turn();
    double[][] q = bbob.turn();
    return of(
        "attractive sector",
        dimensions,
        x -> {
          double[] z = times(q, scale(times(r, minus(x, optimum)), 10));
          for (int i = 0; i < z.length; i++) {
            z[i] *= z[i] * optimum[i] > 0 ? 100 : 1;
          }
          return Math.pow(oscillate(squares(z, 0)), 0.9);
        });
  }

  /// f7.
  static TestFunction stepEllipsoid(int dimensions, long instance) {
    var bbob = new Bbob(dimensions, instance);
    double[] optimum = bbob.optimum(4);
    double[][] r = bbob.turn();
    double[][] q = bbob.turn();
    return of(
        "step ellipsoid",
        dimensions,
        x -> {
          double[] hat = scale(times(r, minus(x, optimum)), 10);
          double[] steps = Arrays.stream(hat).map(Bbob::step).toArray();
          double sum = squares(times(q, steps), 2);
          return 0.1 * Math.max(Math.abs(hat[0]) / 1e4, sum) + penalty(x);
        });
  }

  /// f20.
  static TestFunction schwefel(int dimensions, long instance) {
    var bbob = new Bbob(dimensions, instance);
    double[] signs = new double[dimensions];
    for (int i = 0; i < dimensions; i++) {
      signs[i] = bbob.random.nextBoolean() ? 1 : -1;
    }
    return of("schwefel", dimensions, x -> schwefel(x, signs));
  }

  private static double schwefel(double[] x, double[] signs) {
    double[] hat = new double[x.length];
    double[] moved = new double[x.length];
    double sum = 0;
    double[] z = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      hat[i] = 2 * signs[i] * x[i];
      moved[i] = hat[i] + (i == 0 ? 0 : 0.25 * (hat[i - 1] - SCHWEFEL_OPTIMUM));
    }
    for (int i = 0; i < x.length; i++) {
      double scaled = Math.pow(10, part(i, x.length) / 2) * (moved[i] - SCHWEFEL_OPTIMUM);
      z[i] = scaled + SCHWEFEL_OPTIMUM;
      sum += 100 * z[i] * Math.sin(Math.sqrt(Math.abs(100 * z[i])));
    }
    return 4.189828872724339 - sum / (100 * x.length) + 100 * penalty(z);
  }

  /// f21, 101 peaks.
  static TestFunction gallagher(int dimensions, long instance) {
    var bbob = new Bbob(dimensions, instance);
    var peaks = new Peaks(dimensions, 101, bbob.random);
    return of(
        "gallagher",
        dimensions,
        x -> {
          double value = oscillate(10 - peaks.highest(x));
          return value * value + penalty(x);
        });
  }

  /// The sum of squares, weighted from 1 to ten to the `exponent`.
  private static double squares(double[] z, double exponent) {
    double sum = 0;
    for (int i = 0; i < z.length; i++) {
      sum += Math.pow(10, exponent * part(i, z.length)) * z[i] * z[i];
    }
    return sum;
  }

  private static double step(double z) {
    return Math.abs(z) > 0.5 ? Math.floor(0.5 + z) : Math.floor(0.5 + 10 * z) / 10;
  }
}
