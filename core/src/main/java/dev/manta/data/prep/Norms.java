package dev.manta.data.prep;

import java.util.List;

/// Lengths of rows.
final class Norms {
  private Norms() {}

  static double length(List<double[]> columns, int row, Fitted.Norm norm) {
    double length = 0;
    for (double[] column : columns) {
      double value = Math.abs(column[row]);
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
