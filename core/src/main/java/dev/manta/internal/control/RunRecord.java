package dev.manta.internal.control;

import dev.manta.internal.run.RunState;
import dev.manta.journal.ControlLog;
import dev.manta.journal.MetricsReader;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.util.Optional;

/// A run as its directory tells it, to whoever only reads.
///
/// @param state the one that its control log ended with when it was read
public record RunRecord(Storage storage, Location location, RunFile file, RunState state) {
  /// Reads the run whose directory this is; empty where it is none.
  public static Optional<RunRecord> find(Storage storage, Location location) {
    return RunFile.find(storage, location)
        .map(file -> new RunRecord(storage, location, file, state(storage, location)));
  }

  private static RunState state(Storage storage, Location location) {
    return LogRecords.read(new ControlLog(storage, location), "", Retry.real()).replayed();
  }

  public RunSite site() {
    return RunSite.of(file.name(), location);
  }

  /// Every report, sealed or still open on this machine.
  public MetricsReader metrics() {
    return new MetricsReader(storage, location, site().openMetrics());
  }
}
