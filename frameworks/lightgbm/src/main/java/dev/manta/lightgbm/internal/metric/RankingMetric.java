package dev.manta.lightgbm.internal.metric;

import dev.manta.collective.Collectives;
import dev.manta.tabular.ScoreOrder;
import dev.manta.tabular.Table;

/// A metric that looks at the order of all rows of all ranks by their scores, rows with equal
/// scores included: no value of single ranks' rows has it.
enum RankingMetric {
  /// The share of pairs of a row of class 1 and another one that are in order; a tie counts half.
  AUC {
    @Override
    double of(ScoreOrder order) {
      return order.auc();
    }
  },
  /// The mean precision over rows of class 1, from the highest score down.
  AVERAGE_PRECISION {
    @Override
    double of(ScoreOrder order) {
      return order.sum(RankingMetric::precision) / order.positives();
    }
  };

  abstract double of(ScoreOrder order);

  private static double precision(
      double positives, double negatives, double morePositives, double moreNegatives) {
    double hits = morePositives + positives;
    double all = moreNegatives + negatives + hits;
    return all == 0 ? 0 : positives * (hits / all);
  }

  /// Over the rows of all ranks; every rank calls it. Where there is only one class it is 1, as
  /// LightGBM says; NaN where a row of any rank has the score NaN.
  ///
  /// @param scores of this rank's rows
  double value(Collectives collectives, Table table, double[] scores) {
    int rows = table.rows();
    double[] positive = new double[rows];
    double[] negative = new double[rows];
    for (int row = 0; row < rows; row++) {
      double weight = table.weights().isPresent() ? table.weights().get()[row] : 1;
      (table.labels()[row] > 0 ? positive : negative)[row] = weight;
    }
    ScoreOrder order = ScoreOrder.of(collectives, scores, positive, negative);
    double value = of(order);
    return order.positives() == 0 || order.negatives() == 0 ? 1 : value;
  }
}
