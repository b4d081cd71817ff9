package dev.manta.xgboost;

import dev.manta.train.Metrics;
import dev.manta.xgboost.internal.parameters.MetricNames;
import java.util.List;

/// The round with the best score so far, from which early stopping counts.
///
/// @param round from 0; -1 before the first
record BestRound(int round, double score, int last) {
  static BestRound none() {
    return new BestRound(-1, 0, -1);
  }

  /// Whether so many rounds have brought nothing better.
  boolean isOver(int patience) {
    return last - round >= patience;
  }

  /// What is best now that one more round is scored.
  BestRound next(int at, double value, String metric) {
    boolean better =
        round < 0
            || Double.isNaN(score)
            || (MetricNames.isHigherBetter(metric) ? value > score : value < score);
    return better ? new BestRound(at, value, at) : new BestRound(round, score, at);
  }

  /// The metric to watch, of those of a round.
  static String metric(TrainingSettings.EarlyStopping stopping, String lastSet, Metrics scores) {
    List<String> names = scores.keys();
    String metric =
        stopping
            .metric()
            .orElseGet(
                () ->
                    names.stream()
                        .filter(name -> name.startsWith(lastSet + "-"))
                        .reduce((_, second) -> second)
                        .orElse(""));
    if (!names.contains(metric)) {
      throw new IllegalArgumentException(
          "early stopping watches \"%s\", but each round reports %s; name one of those"
              .formatted(metric, String.join(", ", names)));
    }
    return metric;
  }
}
