package dev.manta.train;

/// Where a run stands, in the words that users see.
public enum RunStatus {
  /// Workers are being started and find each other.
  STARTING,
  /// Every rank is in the training function.
  RUNNING,
  /// A worker failed; the next attempt follows, perhaps after a wait.
  RESTARTING,
  /// A stop was asked for; ranks finish their step and leave a last checkpoint.
  STOPPING,
  /// Every rank returned.
  FINISHED,
  /// It ended with an error.
  FAILED,
  /// It was stopped before its end; the same name resumes from the last checkpoint.
  STOPPED;

  /// Whether nothing follows.
  public boolean ended() {
    return this == FINISHED || this == FAILED || this == STOPPED;
  }
}
