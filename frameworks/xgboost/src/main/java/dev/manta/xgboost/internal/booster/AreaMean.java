package dev.manta.xgboost.internal.booster;

import dev.manta.tabular.ScoreOrder;

/// The mean of an area over classes, each of which is added in its turn.
final class AreaMean {
  private final CurveArea area;
  private final boolean classes;
  private double sum;
  private double weights;

  /// @param classes whether there are any, or else one score for each row
  AreaMean(CurveArea area, boolean classes) {
    this.area = area;
    this.classes = classes;
  }

  /// Every rank calls it.
  void add(ScoreOrder order) {
    double weight = classes ? area.weight(order) : 1;
    sum += area.of(order) * weight;
    weights += weight;
  }

  double value() {
    return sum / weights;
  }
}
