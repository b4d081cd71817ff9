package dev.manta.tune.internal.numbers;

/// Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations.
///
/// @param values the eigenvalues
/// @param vectors the eigenvectors, one in each column
public record Eigen(double[] values, double[][] vectors) {
  private static final int SWEEPS = 50;

  /// Those of a matrix.
  public static Eigen of(double[][] symmetric) {
    int size = symmetric.length;
    double[][] a = new double[size][];
    double[][] v = new double[size][size];
    for (int i = 0; i < size; i++) {
      a[i] = symmetric[i].clone();
      v[i][i] = 1;
    }
    for (int sweep = 0; sweep < SWEEPS && outside(a) > 1e-22; sweep++) {
      for (int p = 0; p < size; p++) {
        for (int q = p + 1; q < size; q++) {
          rotate(a, v, p, q);
        }
      }
    }
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = a[i][i];
    }
    return new Eigen(values, v);
  }

  /// How large what is beside the diagonal is, next to the diagonal.
  private static double outside(double[][] a) {
    double beside = 0;
    double on = 0;
    for (int i = 0; i < a.length; i++) {
      on += a[i][i] * a[i][i];
      for (int j = 0; j < i; j++) {
        beside += a[i][j] * a[i][j];
      }
    }
    return on == 0 ? 0 : beside / on;
  }

  private static void rotate(double[][] a, double[][] v, int p, int q) {
    if (a[p][q] == 0) {
      return;
    }
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double c = 1 / Math.sqrt(t * t + 1);
    double s = t * c;
    for (int k = 0; k < a.length; k++) {
      double kp = a[k][p];
      double kq = a[k][q];
      a[k][p] = c * kp - s * kq;
      a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < a.length; k++) {
      double pk = a[p][k];
      double qk = a[q][k];
      a[p][k] = c * pk - s * qk;
      a[q][k] = s * pk + c * qk;
      double vp = v[k][p];
      double vq = v[k][q];
      v[k][p] = c * vp - s * vq;
      v[k][q] = s * vp + c * vq;
    }
  }
}
