package dev.manta.bench.torch;

import dev.manta.tune.ResultGrid;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/// The accuracies that the trials of a search reported, in the order of time.
///
/// @param reports all of them
/// @param seconds how long the search took
record AccuracyCourse(List<Report> reports, double seconds) {
  /// One report of a trial.
  ///
  /// @param at in seconds after the start of the search
  record Report(double at, double accuracy) {}

  AccuracyCourse {
    reports = reports.stream().sorted(Comparator.comparingDouble(Report::at)).toList();
  }

  /// That of a search which ran from one time to another, in seconds since 1970.
  static AccuracyCourse of(ResultGrid results, double begin, double end) {
    List<Report> reports =
        results.trials().stream()
            .flatMap(trial -> trial.reports().stream())
            .map(report -> report.metrics())
            .map(
                metrics ->
                    new Report(
                        metrics.number(DigitsTrial.AT) - begin,
                        metrics.number(DigitsTrial.ACCURACY)))
            .toList();
    return new AccuracyCourse(reports, end - begin);
  }

  /// The best accuracy that was reported.
  double best() {
    return reports.stream().mapToDouble(Report::accuracy).max().orElse(0);
  }

  /// When a trial first reported an accuracy as good as this.
  OptionalDouble secondsTo(double accuracy) {
    return reports.stream()
        .filter(each -> each.accuracy() >= accuracy)
        .mapToDouble(Report::at)
        .findFirst();
  }
}
