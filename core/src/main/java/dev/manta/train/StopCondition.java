package dev.manta.train;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// When a run stops by itself: at a step that all its ranks agree on and with a last checkpoint, as
/// if somebody had pressed Ctrl-C.
public sealed interface StopCondition {
  /// What is known of a run.
  ///
  /// @param taken how long it has taken, over all programs that drove it
  /// @param reports how many reports rank 0 has made
  /// @param values what rank 0 has reported last of each metric that a condition names, the newest
  ///   value at the end
  record Progress(Duration taken, long reports, Map<String, List<Double>> values) {
    public Progress {
      values = Map.copyOf(values);
    }

    private List<Double> of(String metric) {
      return values.getOrDefault(metric, List.of());
    }
  }

  /// The run has taken so much time.
  record After(Duration time) implements StopCondition {
    public After {
      if (!time.isPositive()) {
        throw new IllegalArgumentException("a run cannot stop after " + time);
      }
    }
  }

  /// Rank 0 has made so many reports.
  record Reports(long most) implements StopCondition {
    public Reports {
      if (most < 1) {
        throw new IllegalArgumentException("a run makes at least 1 report, not " + most);
      }
    }
  }

  /// Rank 0 has reported a metric that is this high.
  record AtLeast(String metric, double value) implements StopCondition {
    public AtLeast {
      requireNumber(metric, value);
    }
  }

  /// Rank 0 has reported a metric that is this low.
  record AtMost(String metric, double value) implements StopCondition {
    public AtMost {
      requireNumber(metric, value);
    }
  }

  /// The last values of a metric hardly differ.
  ///
  /// @param reports how many values are looked at
  /// @param deviation the standard deviation up to which they do not differ
  /// @param grace how many values there must be in all
  record Plateau(String metric, int reports, double deviation, int grace) implements StopCondition {
    public Plateau {
      if (reports < 2 || !(deviation >= 0)) {
        throw new IllegalArgumentException(
            "a plateau has at least 2 reports and a deviation of at least 0, not %s and %s"
                .formatted(reports, deviation));
      }
    }

    /// How many values decide.
    public int needed() {
      return Math.max(reports, grace);
    }

    /// Whether the last of these values hardly differ.
    public boolean isReached(List<Double> values) {
      if (values.size() < needed()) {
        return false;
      }
      List<Double> last = values.subList(values.size() - reports, values.size());
      double mean = last.stream().mapToDouble(each -> each).average().orElse(0);
      double variance = last.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum() / reports;
      return Math.sqrt(variance) <= deviation;
    }
  }

  /// One of several conditions is met.
  record Any(List<StopCondition> conditions) implements StopCondition {
    public Any {
      conditions = some(conditions);
    }
  }

  /// All of several conditions are met.
  record All(List<StopCondition> conditions) implements StopCondition {
    public All {
      conditions = some(conditions);
    }
  }

  /// The run has taken so much time: what programs that drove it before a restart took is counted,
  /// the time between two of them only where workers trained on without a driver.
  static StopCondition after(Duration time) {
    return new After(time);
  }

  /// Rank 0 has made so many reports, those before a restart included.
  static StopCondition reports(long most) {
    return new Reports(most);
  }

  /// Rank 0 has reported a metric that is this high, such as an accuracy; nested keys are joined by
  /// `/`.
  static StopCondition atLeast(String metric, double value) {
    return new AtLeast(metric, value);
  }

  /// Rank 0 has reported a metric that is this low, such as a loss; nested keys are joined by `/`.
  static StopCondition atMost(String metric, double value) {
    return new AtMost(metric, value);
  }

  /// The last `reports` values of a metric that rank 0 has reported have a standard deviation of at
  /// most `deviation`, after `grace` of them.
  static StopCondition plateau(String metric, int reports, double deviation, int grace) {
    return new Plateau(metric, reports, deviation, grace);
  }

  /// As soon as one of these is met; `stopWhen`, said several times, means the same.
  static StopCondition any(StopCondition... conditions) {
    return new Any(List.of(conditions));
  }

  /// As soon as all of these are met.
  static StopCondition all(StopCondition... conditions) {
    return new All(List.of(conditions));
  }

  /// The conditions that this one is made of: itself, or those inside.
  default Stream<StopCondition> parts() {
    return switch (this) {
      case Any(var conditions) -> conditions.stream().flatMap(StopCondition::parts);
      case All(var conditions) -> conditions.stream().flatMap(StopCondition::parts);
      case After _, Reports _, AtLeast _, AtMost _, Plateau _ -> Stream.of(this);
    };
  }

  /// Why the run stops now, if it does. NaN stops nothing.
  default Optional<String> met(Progress progress) {
    return switch (this) {
      case After(var time) ->
          when(
              progress.taken().compareTo(time) >= 0,
              "its time of " + time.toString().substring(2).toLowerCase(Locale.ROOT) + " is up");
      case Reports(var most) ->
          when(
              progress.reports() >= most,
              "it has made " + most + (most == 1 ? " report" : " reports"));
      case AtLeast(var metric, var value) -> found(progress, metric, "at least", value, 1);
      case AtMost(var metric, var value) -> found(progress, metric, "at most", value, -1);
      case Plateau plateau -> flat(progress, plateau);
      case Any(var conditions) -> joined(conditions, progress, 1);
      case All(var conditions) -> joined(conditions, progress, conditions.size());
    };
  }

  private static Optional<String> when(boolean stops, String reason) {
    return stops ? Optional.of(reason) : Optional.empty();
  }

  private static Optional<String> found(
      Progress progress, String metric, String words, double value, int sign) {
    List<Double> values = progress.of(metric);
    boolean stops = !values.isEmpty() && sign * values.getLast() >= sign * value;
    return stops
        ? Optional.of("%s is %s, %s %s".formatted(metric, values.getLast(), words, value))
        : Optional.empty();
  }

  private static Optional<String> flat(Progress progress, Plateau plateau) {
    return when(
        plateau.isReached(progress.of(plateau.metric())),
        "the last %s values of %s deviate by at most %s"
            .formatted(plateau.reports(), plateau.metric(), plateau.deviation()));
  }

  private static Optional<String> joined(
      List<StopCondition> conditions, Progress progress, int least) {
    List<String> reasons =
        conditions.stream().flatMap(each -> each.met(progress).stream()).toList();
    return when(reasons.size() >= least, reasons.stream().collect(Collectors.joining(" and ")));
  }

  private static List<StopCondition> some(List<StopCondition> conditions) {
    if (conditions.isEmpty()) {
      throw new IllegalArgumentException("at least one condition must be given, not none");
    }
    return List.copyOf(conditions);
  }

  private static void requireNumber(String metric, double value) {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException("no " + metric + " is ever at least or at most NaN");
    }
  }
}
