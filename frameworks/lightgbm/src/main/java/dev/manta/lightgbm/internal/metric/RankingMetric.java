package dev.manta.lightgbm.internal.metric;

import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import dev.manta.tabular.Table;

/// A metric that looks at the order of all rows of all ranks by their scores, rows with equal
/// scores included: no value of single ranks' rows has it.
enum RankingMetric {
  /// The share of pairs of a row of class 1 and another one that are in order; a tie counts half.
  AUC {
    @Override
    double part(ScoreGroups range, double positives, double negatives) {
      double before = positives;
      double area = 0;
      for (int i = 0; i < range.size(); i++) {
        area += range.negative()[i] * (range.positive()[i] * 0.5 + before);
        before += range.positive()[i];
      }
      return area;
    }

    @Override
    double pairs(double positives, double negatives) {
      return positives * negatives;
    }
  },
  /// The mean precision over rows of class 1, from the highest score down.
  AVERAGE_PRECISION {
    @Override
    double part(ScoreGroups range, double positives, double negatives) {
      double hits = positives;
      double all = positives + negatives;
      double sum = 0;
      for (int i = 0; i < range.size(); i++) {
        hits += range.positive()[i];
        all += range.positive()[i] + range.negative()[i];
        sum += all == 0 ? 0 : range.positive()[i] * (hits / all);
      }
      return sum;
    }

    @Override
    double pairs(double positives, double negatives) {
      return positives;
    }
  };

  /// What a range of scores adds, when so much weight has higher scores.
  abstract double part(ScoreGroups range, double positives, double negatives);

  /// What the sum of parts is a share of.
  abstract double pairs(double positives, double negatives);

  /// Over the rows of all ranks; every rank calls it. Where there is only one class it is 1, as
  /// LightGBM says.
  ///
  /// @param scores of this rank's rows
  double value(Collectives collectives, Table table, double[] scores) {
    ScoreGroups range = new ScoreExchange(collectives).range(groups(table, scores));
    double[] sums = new double[2 * collectives.size()];
    collectives.allGather(
        Values.of(new double[] {range.positives(), range.negatives()}), Values.of(sums));
    double[] before = new double[2];
    double[] all = new double[2];
    for (int i = 0; i < sums.length; i++) {
      before[i % 2] += i / 2 < collectives.rank() ? sums[i] : 0;
      all[i % 2] += sums[i];
    }
    double[] part = {part(range, before[0], before[1])};
    collectives.allReduce(part, Op.SUM);
    return all[0] > 0 && all[1] > 0 ? part[0] / pairs(all[0], all[1]) : 1;
  }

  private static ScoreGroups groups(Table table, double[] scores) {
    int rows = table.rows();
    double[] positive = new double[rows];
    double[] negative = new double[rows];
    for (int row = 0; row < rows; row++) {
      double weight = table.weights().isPresent() ? table.weights().get()[row] : 1;
      (table.labels()[row] > 0 ? positive : negative)[row] = weight;
    }
    return ScoreGroups.of(scores, positive, negative);
  }
}
