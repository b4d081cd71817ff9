package dev.manta.internal.stored;

import dev.manta.storage.Location;

/// A run with a file that makes no sense.
///
/// @param problem which file, and why
public record UnreadableRun(Location location, String problem) implements FoundRun {
  @Override
  public String name() {
    return location.name();
  }

  @Override
  public boolean mayBeUnderWay() {
    return RunDriver.mayLive(location);
  }
}
