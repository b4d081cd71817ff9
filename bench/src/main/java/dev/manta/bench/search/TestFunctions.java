package dev.manta.bench.search;

import java.util.List;

/// All functions that searchers are compared on.
final class TestFunctions {
  private static final int DIMENSIONS = 5;

  private static final double[][] HARTMANN_A = {
    {10, 3, 17, 3.5, 1.7, 8},
    {0.05, 10, 17, 0.1, 8, 14},
    {3, 3.5, 1.7, 10, 17, 8},
    {17, 8, 0.05, 10, 0.1, 14}
  };
  private static final double[][] HARTMANN_P = {
    {0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886},
    {0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991},
    {0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650},
    {0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381}
  };
  private static final double[] HARTMANN_C = {1, 1.2, 3, 3.2};

  private TestFunctions() {}

  /// One instance of each.
  static List<TestFunction> all(long instance) {
    return List.of(
        Bbob.sphere(DIMENSIONS, instance),
        Bbob.ellipsoid(DIMENSIONS, instance),
        Bbob.rastrigin(DIMENSIONS, instance),
        Bbob.rosenbrock(DIMENSIONS, instance),
        Bbob.stepEllipsoid(DIMENSIONS, instance),
        Bbob.attractiveSector(DIMENSIONS, instance),
        Bbob.schwefel(DIMENSIONS, instance),
        Bbob.gallagher(DIMENSIONS, instance),
        branin(),
        hartmann());
  }

  static TestFunction branin() {
    return new TestFunction(
        "branin",
        new double[] {-5, 0},
        new double[] {10, 15},
        0.39788735772973816,
        x -> {
          double pi = Math.PI;
          double bow = x[1] - 5.1 / (4 * pi * pi) * x[0] * x[0] + 5 / pi * x[0] - 6;
          return bow * bow + 10 * (1 - 1 / (8 * pi)) * Math.cos(x[0]) + 10;
        });
  }

  static TestFunction hartmann() {
    return new TestFunction(
        "hartmann 6",
        new double[6],
        new double[] {1, 1, 1, 1, 1, 1},
        -3.322368011391339,
        x -> {
          double sum = 0;
          for (int i = 0; i < HARTMANN_C.length; i++) {
            double inner = 0;
            for (int j = 0; j < x.length; j++) {
              double away = x[j] - HARTMANN_P[i][j];
              inner += HARTMANN_A[i][j] * away * away;
            }
            sum -= HARTMANN_C[i] * Math.exp(-inner);
          }
          return sum;
        });
  }
}
