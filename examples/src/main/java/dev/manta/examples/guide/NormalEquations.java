package dev.manta.examples.guide;

import java.util.Arrays;

/// A least-squares problem as sums over rows, which ranks can add up: `(Σ w·x·xᵀ) · answer = Σ
/// r·x`.
///
/// @param size how many unknowns there are
/// @param numbers the matrix row by row, then the right-hand side
record NormalEquations(int size, double[] numbers) {
  NormalEquations(int size) {
    this(size, new double[size * size + size]);
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /// Adds a row.
  void add(double[] x, double weight, double right) {
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        numbers[i * size + j] += weight * x[i] * x[j];
      }
      numbers[size * size + i] += right * x[i];
    }
  }

  /// The answer, where numbers that are far from 0 cost something: `at` is where it begins.
  double[] solve(double ridge, double[] at) {
    double[][] rows = new double[size][];
    for (int i = 0; i < size; i++) {
      rows[i] = Arrays.copyOfRange(numbers, i * size, i * size + size + 1);
      rows[i][i] += ridge;
      rows[i][size] = numbers[size * size + i] - ridge * at[i];
    }
    return eliminate(rows);
  }

  /// Gauss's way; the matrix is positive, so that no rows need to be exchanged.
  private double[] eliminate(double[][] rows) {
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        double times = rows[j][i] / rows[i][i];
        for (int k = i; j != i && k <= size; k++) {
          rows[j][k] -= times * rows[i][k];
        }
      }
    }
    double[] answer = new double[size];
    Arrays.setAll(answer, i -> rows[i][size] / rows[i][i]);
    return answer;
  }
}
