package dev.manta.xgboost.internal.booster;

import dev.manta.tabular.ScoreOrder;
import java.util.Locale;

/// A metric that is the area under a curve, as XGBoost defines it.
enum CurveArea {
  /// Under the ROC curve. A class counts by its rows.
  AUC {
    @Override
    double of(ScoreOrder order) {
      return Math.min(1, order.auc());
    }

    @Override
    double weight(ScoreOrder order) {
      return order.positives();
    }
  },
  /// Under the curve of precision by recall, between whose points false positives grow evenly with
  /// true ones. Each class counts the same.
  AUCPR {
    @Override
    double of(ScoreOrder order) {
      double all = order.positives();
      double sum =
          order.sum(
              (positives, negatives, more, wrong) ->
                  positives == 0 ? 0 : under(positives, negatives, more, wrong));
      return order.hasBoth() ? Math.min(1, sum / all) : Double.NaN;
    }

    @Override
    double weight(ScoreOrder order) {
      return 1;
    }
  };

  /// Of one class and all others; NaN where there is only one of the two.
  abstract double of(ScoreOrder order);

  /// How much a class counts among several.
  abstract double weight(ScoreOrder order);

  /// The integral of t / (t + f), the precision, over the true positives t that a step adds, where
  /// f, the false ones, grows along with them: t + f is slope * t + start.
  private static double under(
      double positives, double negatives, double truePositives, double falsePositives) {
    double growth = negatives / positives;
    double slope = 1 + growth;
    double start = falsePositives - growth * truePositives;
    double end = truePositives + positives;
    if (start == 0) {
      return positives / slope;
    }
    double logarithm = Math.log((slope * end + start) / (slope * truePositives + start));
    return (positives - start / slope * logarithm) / slope;
  }

  /// What it is called after the name of a dataset.
  String key() {
    return "-" + name().toLowerCase(Locale.ROOT);
  }
}
