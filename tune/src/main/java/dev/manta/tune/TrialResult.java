package dev.manta.tune;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.Metrics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/// What came of one trial.
///
/// @param trial its number, point, state and values
/// @param reports all it said, the oldest first
/// @param checkpoint the newest one, from which it would continue
/// @param bestCheckpoint the one that came with the best value of the first goal
/// @param error why it failed; empty where it did not
/// @param attempts how many times it was begun
public record TrialResult(
    Trial trial,
    List<TrialReport> reports,
    Optional<Checkpoint> checkpoint,
    Optional<Checkpoint> bestCheckpoint,
    Optional<String> error,
    int attempts) {
  public TrialResult {
    reports = List.copyOf(reports);
  }

  /// How many trials began before it.
  public int number() {
    return trial.number();
  }

  /// Its parameters; those that it had last, where it was a clone of another.
  public Point point() {
    return trial.point();
  }

  /// Its parameters as the config record.
  public <T extends Record> T config(Class<T> type) {
    return Space.of().config(point(), type);
  }

  /// Where it stands.
  public TrialState state() {
    return trial.state();
  }

  /// What it reported last; empty where it reported nothing.
  public Metrics metrics() {
    return reports.isEmpty() ? Metrics.empty() : reports.getLast().metrics();
  }

  /// Its value of a goal; empty where it has none that is a finite number. A trial that failed has
  /// none.
  public OptionalDouble value(Goal goal, Scope scope) {
    if (!state().hasValues()) {
      return OptionalDouble.empty();
    }
    double value =
        switch (scope) {
          case LAST -> last(goal.metric());
          case ALL -> best(goal, values(goal.metric()));
          case AVERAGE -> DoubleStream.of(values(goal.metric())).average().orElse(Double.NaN);
        };
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  private double last(String metric) {
    for (TrialReport each : reports.reversed()) {
      OptionalDouble value = each.metrics().findNumber(metric);
      if (value.isPresent()) {
        return value.getAsDouble();
      }
    }
    return Double.NaN;
  }

  private double[] values(String metric) {
    return reports.stream()
        .map(each -> each.metrics().findNumber(metric))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .toArray();
  }

  private static double best(Goal goal, double[] values) {
    DoubleStream finite = DoubleStream.of(values).filter(Double::isFinite);
    OptionalDouble best = goal.maximize() ? finite.max() : finite.min();
    return best.orElse(Double.NaN);
  }
}
