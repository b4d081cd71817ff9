package dev.manta.cli;

import dev.manta.storage.Location;

/// A run with a file that makes no sense.
///
/// @param problem which file, and why
record UnreadableRun(Location location, String problem) implements FoundRun {
  @Override
  public String name() {
    return location.name();
  }
}
