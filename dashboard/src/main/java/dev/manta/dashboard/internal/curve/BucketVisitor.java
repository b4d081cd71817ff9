package dev.manta.dashboard.internal.curve;

/// Sees the buckets of a curve one after the other.
interface BucketVisitor {
  /// Some values that were reported one after the other.
  ///
  /// @param step of the first of them
  /// @param at when the first of them was reported, in milliseconds
  /// @param sum of all of them
  /// @param count how many they are
  void bucket(long step, long at, double sum, long count, double lowest, double highest);
}
