package dev.manta.tune;

/// Which reports of a trial count when trials are compared.
public enum Scope {
  /// The last one that has the metric.
  LAST,
  /// The best one.
  ALL,
  /// The mean of all.
  AVERAGE
}
