package dev.manta.examples.guide;

/// For each node of a level, feature and bin: the sum of what is wrong in its rows, and how many
/// they are.
///
/// @param sums pairs, in that order
record Histogram(int features, int bins, double[] sums) {
  Histogram(int nodes, int features, int bins) {
    this(features, bins, new double[nodes * features * bins * 2]);
  }

  /// A question: is this feature of a row below this value?
  record Split(int feature, double value) {}

  private int at(int node, int feature, int bin) {
    return ((node * features + feature) * bins + bin) * 2;
  }

  /// Adds a row of a node.
  void add(int node, RankRows rows, int row, double wrong) {
    for (int feature = 0; feature < features; feature++) {
      int bin = Math.clamp((int) (rows.feature(row, feature) * bins), 0, bins - 1);
      int at = at(node, feature, bin);
      sums[at] += wrong;
      sums[at + 1]++;
    }
  }

  /// What is wrong in the rows of a node, on average.
  double mean(int node) {
    double[] all = below(node, 0, bins);
    return all[1] == 0 ? 0 : all[0] / all[1];
  }

  /// The sum and count of the rows whose feature is below this bin.
  private double[] below(int node, int feature, int bin) {
    double[] sum = new double[2];
    for (int i = 0; i < bin; i++) {
      sum[0] += sums[at(node, feature, i)];
      sum[1] += sums[at(node, feature, i) + 1];
    }
    return sum;
  }

  /// The question whose two answers tell the most; the same on all ranks, as their sums are.
  Split best(int node) {
    Split best = new Split(0, 1);
    double most = 0;
    for (int feature = 0; feature < features; feature++) {
      for (int bin = 1; bin < bins; bin++) {
        double gain = gain(node, feature, bin);
        if (gain > most) {
          most = gain;
          best = new Split(feature, (double) bin / bins);
        }
      }
    }
    return best;
  }

  private double gain(int node, int feature, int bin) {
    double[] low = below(node, feature, bin);
    double[] all = below(node, feature, bins);
    double[] high = {all[0] - low[0], all[1] - low[1]};
    return low[1] == 0 || high[1] == 0
        ? 0
        : low[0] * low[0] / low[1] + high[0] * high[0] / high[1] - all[0] * all[0] / all[1];
  }
}
