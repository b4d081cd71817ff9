package dev.manta.cli.runs;

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
    return Driver.mayLive(location);
  }
}
