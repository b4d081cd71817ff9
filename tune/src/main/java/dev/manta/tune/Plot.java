package dev.manta.tune;

/// What can be drawn of an experiment.
public enum Plot {
  /// Each trial in the order in which they began, and the best so far.
  HISTORY,
  /// A line for each trial, through its parameters to its value.
  PARALLEL,
  /// The value against each parameter.
  SLICES,
  /// How much each parameter matters.
  IMPORTANCES
}
