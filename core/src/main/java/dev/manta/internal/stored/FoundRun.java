package dev.manta.internal.stored;

import dev.manta.storage.Location;

/// A run in a storage, whether or not it can be read.
public sealed interface FoundRun permits StoredRun, UnreadableRun {
  String name();

  Location location();

  /// Whether somebody may be at work on it: its driver, or workers that outlived it.
  boolean mayBeUnderWay();
}
