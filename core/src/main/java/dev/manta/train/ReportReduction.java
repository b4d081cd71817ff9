package dev.manta.train;

/// How one metric is made of the values that the ranks reported at a step.
public enum ReportReduction {
  /// Rank 0's value.
  RANK_ZERO,
  MEAN,
  SUM,
  MIN,
  MAX
}
