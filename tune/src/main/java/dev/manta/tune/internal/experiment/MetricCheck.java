package dev.manta.tune.internal.experiment;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.train.Metrics;
import dev.manta.tune.Goal;
import dev.manta.tune.TrialState;
import dev.manta.tune.TuneConfig;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What follows where reports lack a metric that the search is for.
///
/// The experiment ends where no trial has ever reported it: when the first one has run to its end,
/// or after some reports where a scheduler decides by it.
record MetricCheck(TuneConfig config, ExperimentState state) {
  /// How many reports a scheduler waits for the metric that it decides by.
  private static final int REPORTS_MAX = 10;

  /// How a trial ends that gives its scheduler nothing to decide by.
  Optional<TrialRuling> afterReport(long at, ExperimentEvent.Reported report) {
    TrialRecord trial = state.trial(report.trial());
    boolean waits =
        config.lenient()
            || !config.scheduler().needsMetric()
            || trial.reports().size() + 1 < REPORTS_MAX
            || !trial.progress(at, report).values().isEmpty();
    if (waits) {
      return Optional.empty();
    }
    requireKnown(List.of(first()), report.metrics());
    return Optional.of(failed(trial, report.metrics()));
  }

  private String first() {
    return config.goals().getFirst().metric();
  }

  /// How a trial ends that has returned, or was stopped, without the values of all goals.
  TrialRuling afterEnd(TrialRecord trial) {
    if (trial.reports().isEmpty()) {
      return new TrialRuling.Ends(
          trial.number(), TrialState.FAILED, false, "it returned without a report");
    }
    Metrics last = trial.reports().getLast().metrics();
    requireKnown(last);
    return failed(trial, last);
  }

  /// Ends the experiment where no report has the metric of a goal, this last one neither.
  void requireKnown(Metrics last) {
    requireKnown(config.goals().stream().map(Goal::metric).toList(), last);
  }

  private void requireKnown(List<String> metrics, Metrics last) {
    Set<String> known = new TreeSet<>(state.metrics());
    known.addAll(TrialRecord.numbers(last).keySet());
    List<String> missing = metrics.stream().filter(each -> !known.contains(each)).toList();
    if (!missing.isEmpty() && !config.lenient()) {
      throw new MantaException(
          ErrorCode.USER,
          "no report has %s; there are %s: give TuneConfig one of those, or report it; where it may come late, or never, say lenientMetrics() (--lenient-metrics)"
              .formatted(String.join(", ", missing), known));
    }
  }

  private TrialRuling failed(TrialRecord trial, Metrics last) {
    return new TrialRuling.Ends(
        trial.number(),
        TrialState.FAILED,
        false,
        "it reported no "
            + String.join(", ", missing(trial))
            + "; its last report has "
            + last.keys());
  }

  private List<String> missing(TrialRecord trial) {
    return config.goals().stream().map(Goal::metric).filter(each -> !isIn(trial, each)).toList();
  }

  private static boolean isIn(TrialRecord trial, String metric) {
    return trial.reports().stream()
        .anyMatch(report -> report.metrics().findNumber(metric).isPresent());
  }
}
