package dev.manta.tune;

/// A metric that a search makes small or large.
///
/// @param metric its name in reports
/// @param maximize whether large values are the good ones
public record Goal(String metric, boolean maximize) {
  public Goal {
    if (metric.isBlank()) {
      throw new IllegalArgumentException("a goal needs the name of a metric, but it is blank");
    }
  }

  /// Small values are good.
  public static Goal minimize(String metric) {
    return new Goal(metric, false);
  }

  /// Large values are good.
  public static Goal maximize(String metric) {
    return new Goal(metric, true);
  }

  /// The value so that small is good.
  public double loss(double value) {
    return maximize ? -value : value;
  }
}
