package dev.manta.tune;

/// A kind of plot of the trials of an experiment.
public enum Plot {
  /// Each trial in the order in which they began, and the best so far.
  HISTORY,
  /// Parallel coordinates: a line for each trial, through its parameters to its value.
  PARALLEL,
  /// The value against each parameter.
  SLICES,
  /// How much each parameter matters.
  IMPORTANCES
}
