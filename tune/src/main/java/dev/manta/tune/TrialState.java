package dev.manta.tune;

/// Where a trial stands.
public enum TrialState {
  /// It has a point, and no outcome yet.
  RUNNING,
  /// It ran to its end.
  COMPLETE,
  /// It was stopped early; its values are the last that it reported.
  STOPPED,
  /// It has no values: it failed, or reported NaN.
  FAILED;

  /// Whether a trial in this state has values.
  public boolean hasValues() {
    return this == COMPLETE || this == STOPPED;
  }
}
