package dev.manta.cli;

import dev.manta.storage.Location;

/// A run in a storage, whether or not it can be read.
sealed interface FoundRun permits StoredRun, UnreadableRun {
  String name();

  Location location();
}
