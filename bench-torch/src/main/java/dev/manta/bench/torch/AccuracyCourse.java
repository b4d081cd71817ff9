package dev.manta.bench.torch;

import dev.manta.tune.ResultGrid;
import dev.manta.tune.TrialResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Stream;

/// The accuracies that the trials of a search reported, and when.
///
/// @param trials those that reported anything
/// @param seconds how long the search took
record AccuracyCourse(List<Trial> trials, double seconds) {
  private static final int ORDERS = 1000;

  AccuracyCourse {
    trials = List.copyOf(trials);
  }

  /// One report of a trial.
  ///
  /// @param at in seconds
  record Report(double at, double accuracy) {}

  /// What one trial reported, in the order of time, after each of its epochs.
  record Trial(List<Report> reports) {
    Trial {
      reports = reports.stream().sorted(Comparator.comparingDouble(Report::at)).toList();
    }

    private double first() {
      return reports.getFirst().at();
    }

    /// Its time without the start of its process: its epochs take about as long as each other.
    double seconds() {
      int gaps = reports.size() - 1;
      double between = reports.getLast().at() - first();
      return gaps == 0 ? 0 : between * (gaps + 1) / gaps;
    }

    /// How long it takes to an accuracy as good as this.
    OptionalDouble secondsTo(double accuracy) {
      double epoch = seconds() / reports.size();
      return reports.stream()
          .filter(each -> each.accuracy() >= accuracy)
          .mapToDouble(each -> each.at() - first() + epoch)
          .findFirst();
    }
  }

  /// That of a search that took so long.
  static AccuracyCourse of(ResultGrid results, double seconds) {
    List<Trial> trials =
        results.trials().stream()
            .filter(each -> !each.reports().isEmpty())
            .map(AccuracyCourse::trial)
            .toList();
    return new AccuracyCourse(trials, seconds);
  }

  private static Trial trial(TrialResult result) {
    return new Trial(
        result.reports().stream()
            .map(report -> report.metrics())
            .map(
                metrics ->
                    new Report(
                        metrics.number(DigitsTrial.AT), metrics.number(DigitsTrial.ACCURACY)))
            .toList());
  }

  /// The best accuracy that was reported.
  double best() {
    return reports().mapToDouble(Report::accuracy).max().orElse(0);
  }

  private Stream<Report> reports() {
    return trials.stream().flatMap(trial -> trial.reports().stream());
  }

  /// When a trial first reported an accuracy as good as this, in seconds after the search's first
  /// report, and an epoch.
  OptionalDouble secondsTo(double accuracy) {
    Trial earliest = Collections.min(trials, Comparator.comparingDouble(Trial::first));
    double begin = earliest.first() - earliest.seconds() / earliest.reports().size();
    return reports()
        .filter(each -> each.accuracy() >= accuracy)
        .mapToDouble(each -> each.at() - begin)
        .min();
  }

  /// The same for a search whose trials know nothing of each other, so that another order of them
  /// is as likely: the mean over many orders.
  ///
  /// @param places how many trials run at a time
  OptionalDouble meanSecondsTo(double accuracy, int places) {
    if (best() < accuracy) {
      return OptionalDouble.empty();
    }
    var random = new Random(0);
    List<Trial> order = new ArrayList<>(trials);
    double sum = 0;
    for (int i = 0; i < ORDERS; i++) {
      Collections.shuffle(order, random);
      sum += secondsTo(accuracy, order, places);
    }
    return OptionalDouble.of(sum / ORDERS);
  }

  private static double secondsTo(double accuracy, List<Trial> order, int places) {
    double[] free = new double[places];
    double reached = Double.POSITIVE_INFINITY;
    for (Trial each : order) {
      Arrays.sort(free);
      reached = Math.min(reached, free[0] + each.secondsTo(accuracy).orElse(reached));
      free[0] += each.seconds();
    }
    return reached;
  }
}
