package dev.manta.data.prep;

/// Rows divided by their length.
final class RowNorms {
  private RowNorms() {}

  /// Changes the row; one of nothing but zeros stays.
  static void normalize(double[] row, Fitted.Norm norm) {
    double length = length(row, norm);
    if (length < Double.MIN_NORMAL || Double.isInfinite(length)) {
      divide(row, length(row, Fitted.Norm.MAX)); // what is squared is then near 1
      length = length(row, norm);
    }
    divide(row, length);
  }

  private static void divide(double[] row, double length) {
    for (int i = 0; i < row.length && length != 0; i++) {
      row[i] /= length;
    }
  }

  private static double length(double[] row, Fitted.Norm norm) {
    double length = 0;
    for (double each : row) {
      double value = Math.abs(each);
      length =
          switch (norm) {
            case L1 -> length + value;
            case L2 -> length + value * value;
            case MAX -> Math.max(length, value);
          };
    }
    return norm == Fitted.Norm.L2 ? Math.sqrt(length) : length;
  }
}
