package dev.manta.train;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/// When a run stops by itself: at a step that all its ranks agree on and with a last checkpoint, as
/// if somebody had pressed Ctrl-C.
public sealed interface StopCondition {
  /// So much time has passed since this program has begun, or resumed, the run.
  record After(Duration time) implements StopCondition {
    public After {
      if (!time.isPositive()) {
        throw new IllegalArgumentException("a run cannot stop after " + time);
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

  /// So much time has passed since this program has begun, or resumed, the run.
  static StopCondition after(Duration time) {
    return new After(time);
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

  /// Why the run stops at these metrics, if it does. NaN stops nothing.
  default Optional<String> met(Metrics metrics) {
    return switch (this) {
      case After _ -> Optional.empty();
      case AtLeast(String metric, double value) ->
          found(metric, metrics.findNumber(metric), "at least", value, 1);
      case AtMost(String metric, double value) ->
          found(metric, metrics.findNumber(metric), "at most", value, -1);
    };
  }

  private static Optional<String> found(
      String metric, OptionalDouble found, String words, double value, int sign) {
    return found.isPresent() && sign * found.getAsDouble() >= sign * value
        ? Optional.of("%s is %s, %s %s".formatted(metric, found.getAsDouble(), words, value))
        : Optional.empty();
  }

  private static void requireNumber(String metric, double value) {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException("no " + metric + " is ever at least or at most NaN");
    }
  }
}
