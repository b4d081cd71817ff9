package dev.manta.tune.internal.schedule;

import dev.manta.tune.Goal;
import dev.manta.tune.TrialEvent;

/// The goal's value of a report, so that small is good.
final class Losses {
  private Losses() {}

  /// NaN counts as the worst value.
  static double of(Goal goal, TrialEvent.Reported report) {
    Double value = report.metrics().get(goal.metric());
    if (value == null) {
      throw new IllegalArgumentException(
          "trial "
              + report.trial()
              + " reports no "
              + goal.metric()
              + "; it reports "
              + report.metrics().keySet().stream().sorted().toList());
    }
    return Double.isNaN(value) ? Double.POSITIVE_INFINITY : goal.loss(value);
  }
}
