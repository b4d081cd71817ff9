package dev.manta.tune.internal.numbers;

/// Symmetric positive matrices of `size` rows, kept row after row in one array.
public final class Symmetric {
  private Symmetric() {}

  /// The lower triangle of the Cholesky decomposition, in place; false where the matrix is not
  /// positive.
  public static boolean decompose(double[] matrix, int size) {
    for (int i = 0; i < size; i++) {
      int row = i * size;
      for (int j = 0; j <= i; j++) {
        int other = j * size;
        double sum = matrix[row + j];
        for (int k = 0; k < j; k++) {
          sum -= matrix[row + k] * matrix[other + k];
        }
        if (i == j) {
          if (!(sum > 0)) {
            return false;
          }
          matrix[row + j] = Math.sqrt(sum);
        } else {
          matrix[row + j] = sum / matrix[other + j];
        }
      }
    }
    return true;
  }

  /// Half the logarithm of the determinant, from the decomposition.
  public static double halfLogDeterminant(double[] lower, int size) {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += Math.log(lower[i * size + i]);
    }
    return sum;
  }

  /// The inverse of the lower triangle times a vector.
  public static double[] solveLower(double[] lower, double[] vector) {
    int size = vector.length;
    double[] out = new double[size];
    for (int i = 0; i < size; i++) {
      double sum = vector[i];
      for (int j = 0; j < i; j++) {
        sum -= lower[i * size + j] * out[j];
      }
      out[i] = sum / lower[i * size + i];
    }
    return out;
  }

  /// The inverse of the matrix whose decomposition is given.
  public static double[] inverse(double[] lower, int size) {
    double[] half = new double[size * size];
    for (int i = 0; i < size; i++) {
      invertRow(lower, half, i, size);
    }
    double[] upper = transposed(half, size);
    double[] inverse = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = i; k < size; k++) {
          sum += upper[i * size + k] * upper[j * size + k];
        }
        inverse[i * size + j] = sum;
        inverse[j * size + i] = sum;
      }
    }
    return inverse;
  }

  /// One row of the inverse of the triangle, from those before it.
  private static void invertRow(double[] lower, double[] half, int i, int size) {
    int row = i * size;
    double diagonal = lower[row + i];
    for (int k = 0; k < i; k++) {
      double factor = lower[row + k];
      int other = k * size;
      for (int j = 0; j <= k; j++) {
        half[row + j] -= factor * half[other + j];
      }
    }
    for (int j = 0; j < i; j++) {
      half[row + j] /= diagonal;
    }
    half[row + i] = 1 / diagonal;
  }

  private static double[] transposed(double[] matrix, int size) {
    double[] out = new double[matrix.length];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        out[j * size + i] = matrix[i * size + j];
      }
    }
    return out;
  }

  /// The matrix times a vector.
  public static double[] times(double[] matrix, double[] vector) {
    int size = vector.length;
    double[] out = new double[size];
    for (int i = 0; i < size; i++) {
      double sum = 0;
      int row = i * size;
      for (int j = 0; j < size; j++) {
        sum += matrix[row + j] * vector[j];
      }
      out[i] = sum;
    }
    return out;
  }
}
