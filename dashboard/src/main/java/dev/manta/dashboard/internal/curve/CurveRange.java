package dev.manta.dashboard.internal.curve;

/// Which part of a curve is wanted, and how finely.
///
/// @param axis what the curve is drawn over
/// @param from where it begins, on that axis
/// @param to where it ends
/// @param points how many points there may be
public record CurveRange(Axis axis, double from, double to, int points) {
  /// What curves are drawn over.
  public enum Axis {
    STEP,
    /// Milliseconds since 1970.
    TIME,
    /// Epochs and parts of them.
    EPOCH
  }

  public CurveRange {
    if (points < 1) {
      throw new IllegalArgumentException("points must be at least 1, not " + points);
    }
    if (!(from <= to)) {
      throw new IllegalArgumentException(
          "from must not be above to, but is " + from + " and " + to);
    }
  }

  /// All of it.
  public static CurveRange all(Axis axis, int points) {
    return new CurveRange(axis, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, points);
  }

  /// Where something is on the axis.
  interface Place {
    double of(long step, long at);
  }

  /// How places of an attempt are found on the axis.
  Place places(EpochSteps epochs) {
    return switch (axis) {
      case STEP -> (step, _) -> step;
      case TIME -> (_, at) -> at;
      case EPOCH -> (step, _) -> epochs.at(step);
    };
  }
}
