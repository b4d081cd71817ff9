package dev.manta.tune.internal.importance;

/// A region of one parameter cut in two.
///
/// @param axis which parameter
/// @param gain how much it explains; larger is better
record Split(int axis, Region left, Region right, double gain) {
  /// What splits nothing and explains nothing.
  static final Split NONE =
      new Split(-1, Region.Interval.ALL, Region.Interval.ALL, Double.NEGATIVE_INFINITY);

  /// The better one; this one of equals.
  Split or(Split other) {
    return other.gain > gain ? other : this;
  }
}
