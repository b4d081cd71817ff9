package dev.manta.internal.control.record;

import dev.manta.storage.Location;
import java.nio.file.Path;

/// Where a run is: its id among living runs, its name, its place in storage, and its directory on
/// this machine.
public record RunSite(String id, String name, Location location, Path directory) {
  /// The run of that name whose directory lies there.
  public static RunSite of(String name, Location location) {
    String id = name + "-" + Integer.toHexString(location.toString().hashCode());
    Path directory =
        location.isLocal()
            ? location.localPath()
            : Path.of(System.getProperty("user.home"), ".manta", "runs", id);
    return new RunSite(id, name, location, directory);
  }

  public Location checkpoints() {
    return location.resolve("checkpoints");
  }

  /// The local directory of what workers print.
  public Path logs() {
    return directory.resolve("logs");
  }

  /// The local directory of metrics that are not sealed yet.
  public Path openMetrics() {
    return directory.resolve("open-metrics");
  }
}
