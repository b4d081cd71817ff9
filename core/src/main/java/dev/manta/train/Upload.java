package dev.manta.train;

/// When a reported checkpoint's files go to storage.
public enum Upload {
  /// Before `report` returns: on a rank that brings files, the checkpoint is committed when it
  /// does.
  SYNC,
  /// In the background, from a copy; `report` waits only when too many are pending.
  ASYNC,
  /// Not at all: the files already lie in the run's storage.
  IN_PLACE
}
