package dev.manta.tabular;

import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.collective.Values;

/// The rows of all ranks in the order of their scores, the highest first: for metrics that cannot
/// be computed from the values of single ranks. Rows with equal scores are one step of the order.
/// Each rank holds a range of it. Where a row of any rank has the score NaN, there is no order, and
/// all weights and sums are NaN.
public final class ScoreOrder {
  private final Collectives collectives;
  private final ScoreGroups range;
  private final double[] before = new double[2];
  private final double[] all = new double[2];

  private ScoreOrder(Collectives collectives, ScoreGroups range) {
    this.collectives = collectives;
    this.range = range;
    double[] sums = new double[2 * collectives.size()];
    collectives.allGather(
        Values.of(new double[] {range.positives(), range.negatives()}), Values.of(sums));
    for (int i = 0; i < sums.length; i++) {
      before[i % 2] += i / 2 < collectives.rank() ? sums[i] : 0;
      all[i % 2] += sums[i];
    }
  }

  /// The order of all rows; every rank calls it with its own.
  ///
  /// @param positive how much each row weighs as a positive one
  /// @param negative how much it weighs as a negative one
  public static ScoreOrder of(
      Collectives collectives, double[] scores, double[] positive, double[] negative) {
    ScoreGroups mine = ScoreGroups.of(scores, positive, negative);
    return new ScoreOrder(collectives, new ScoreExchange(collectives).range(mine));
  }

  /// The weight of all positive rows.
  public double positives() {
    return all[0];
  }

  /// The weight of all negative rows.
  public double negatives() {
    return all[1];
  }

  /// Whether there are rows of both kinds.
  public boolean hasBoth() {
    return positives() > 0 && negatives() > 0;
  }

  /// What the rows of one score add to a metric.
  @FunctionalInterface
  public interface Step {
    /// Of the weights of rows with that score, and of those with higher ones.
    double term(double positives, double negatives, double morePositives, double moreNegatives);
  }

  /// The sum over all scores, the same bits on every rank; every rank calls it.
  public double sum(Step step) {
    double[] sum = {0};
    double positives = before[0];
    double negatives = before[1];
    for (int i = 0; i < range.size(); i++) {
      sum[0] += step.term(range.positive()[i], range.negative()[i], positives, negatives);
      positives += range.positive()[i];
      negatives += range.negative()[i];
    }
    collectives.allReduce(sum, Op.SUM);
    return sum[0];
  }

  /// The area under the ROC curve: the share of pairs of a positive and a negative row that are in
  /// order, where a tie counts half. NaN without rows of both kinds; every rank calls it.
  public double auc() {
    double pairs = sum((positives, negatives, above, _) -> negatives * (positives * 0.5 + above));
    return hasBoth() ? pairs / (positives() * negatives()) : Double.NaN;
  }
}
