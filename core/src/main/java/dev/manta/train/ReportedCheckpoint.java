package dev.manta.train;

import dev.manta.checkpoint.Checkpoint;

/// A committed checkpoint with the metrics it was reported with, validation's merged in.
///
/// @param name of its directory in storage, with the attempt: `epoch-3-attempt-1` where the program
///   named it `epoch-3`
public record ReportedCheckpoint(
    Checkpoint checkpoint, String name, long step, Metrics metrics, Validation validation) {
  /// Whether a validation function has scored it.
  public enum Validation {
    NONE,
    PENDING,
    DONE,
    FAILED
  }
}
