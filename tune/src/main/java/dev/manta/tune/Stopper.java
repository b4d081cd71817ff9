package dev.manta.tune;

import dev.manta.tune.internal.stop.Combined;
import dev.manta.tune.internal.stop.Plateau;
import dev.manta.tune.internal.stop.ValuesSoFar;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;

/// Decides when a trial, or a whole experiment, has run for long enough: a pure rule of what was
/// reported so far.
@FunctionalInterface
public interface Stopper {
  /// What was reported, as a stopper sees it.
  ///
  /// @param step how many reports the trial has made
  /// @param elapsed how long it has run
  /// @param values the metric's values of all reports, the newest last
  record Progress(long step, Duration elapsed, List<Double> values) {
    public Progress {
      values = ValuesSoFar.of(values);
    }
  }

  /// Why to stop now; empty to continue.
  Optional<String> reason(Progress progress);

  /// After so many reports.
  static Stopper reports(long most) {
    if (most < 1) {
      throw new IllegalArgumentException("a trial makes at least 1 report, not " + most);
    }
    return progress ->
        when(progress.step() >= most, "made " + most + (most == 1 ? " report" : " reports"));
  }

  /// After so much time.
  static Stopper time(Duration most) {
    if (most.isNegative() || most.isZero()) {
      throw new IllegalArgumentException("a time limit must be above 0, not " + most);
    }
    return progress -> when(progress.elapsed().compareTo(most) >= 0, "ran for " + most);
  }

  /// Once the metric is at most `value`.
  static Stopper atMost(double value) {
    return progress -> last(progress, each -> each <= value, "reached " + value);
  }

  /// Once the metric is at least `value`.
  static Stopper atLeast(double value) {
    return progress -> last(progress, each -> each >= value, "reached " + value);
  }

  /// Once the last `reports` values deviate by at most `deviation`, after `grace` reports.
  static Stopper plateau(int reports, double deviation, int grace) {
    return new Plateau(reports, deviation, grace);
  }

  /// As soon as one of them would stop.
  static Stopper any(Stopper... stoppers) {
    return Combined.any(List.of(stoppers));
  }

  /// As soon as all of them would stop.
  static Stopper all(Stopper... stoppers) {
    return Combined.all(List.of(stoppers));
  }

  private static Optional<String> when(boolean stops, String reason) {
    return stops ? Optional.of(reason) : Optional.empty();
  }

  private static Optional<String> last(Progress progress, DoublePredicate reached, String reason) {
    boolean stops = !progress.values().isEmpty() && reached.test(progress.values().getLast());
    return when(stops, reason);
  }
}
