package dev.manta.tune.internal.experiment;

/// Where a trial stands among the places of an experiment.
public enum Stage {
  /// It waits for a place.
  QUEUED,
  /// An attempt of it has a place.
  RUNNING,
  /// Its attempt was told to leave and has not yet.
  LEAVING,
  /// It waits to be resumed.
  PAUSED,
  /// It is over.
  ENDED
}
