package dev.manta.internal.control;

import dev.manta.storage.Location;
import java.nio.file.Path;

/// Where a run is: its id among living runs, its name, its place in storage, and its directory on
/// this machine.
public record RunSite(String id, String name, Location location, Path directory) {
  public Location checkpoints() {
    return location.resolve("checkpoints");
  }

  /// The local directory of metrics that are not sealed yet.
  public Path openMetrics() {
    return directory.resolve("open-metrics");
  }
}
