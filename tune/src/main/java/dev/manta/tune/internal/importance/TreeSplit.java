package dev.manta.tune.internal.importance;

/// A region of one parameter cut in two.
///
/// @param axis which parameter
/// @param gain how much it explains; larger is better
record TreeSplit(int axis, Region left, Region right, double gain) {
  /// What splits nothing and explains nothing.
  static final TreeSplit NONE =
      new TreeSplit(-1, Region.Interval.ALL, Region.Interval.ALL, Double.NEGATIVE_INFINITY);

  /// The better one; this one of equals.
  TreeSplit or(TreeSplit other) {
    return other.gain > gain ? other : this;
  }
}
