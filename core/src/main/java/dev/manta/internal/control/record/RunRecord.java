package dev.manta.internal.control.record;

import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Committed;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.RunState;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint;
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
    return LogRecords.read(storage, location, "", StorageRetry.real()).replayed();
  }

  /// A checkpoint with its metrics; empty where a run that still runs has deleted it meanwhile.
  public Optional<ReportedCheckpoint> checkpoint(CommittedCheckpoint checkpoint) {
    return sized(checkpoint).map(Sized::reported);
  }

  /// A checkpoint with its metrics, and how many bytes it has.
  public record Sized(ReportedCheckpoint reported, long bytes) {}

  /// The same, and how large it is.
  public Optional<Sized> sized(CommittedCheckpoint checkpoint) {
    return found(checkpoint).map(found -> new Sized(reported(checkpoint, found), found.bytes()));
  }

  private Optional<CheckpointStore.Found> found(CommittedCheckpoint checkpoint) {
    var store = new CheckpointStore(storage, site().checkpoints());
    return store.find(new Committed(checkpoint.name(), checkpoint.manifestHash()));
  }

  /// The newest intact one that the program called so, or that is called so in storage.
  public Optional<CommittedCheckpoint> named(String name) {
    return state
        .kept()
        .newestFirst()
        .filter(CommittedCheckpoint::isIntact)
        .filter(kept -> kept.name().equals(name) || CheckpointStore.given(kept.name()).equals(name))
        .findFirst();
  }

  private static ReportedCheckpoint reported(
      CommittedCheckpoint checkpoint, CheckpointStore.Found found) {
    Metrics reported = found.metrics().map(Metrics::fromJson).orElse(Metrics.empty());
    return new ReportedCheckpoint(
        found.checkpoint(),
        checkpoint.name(),
        checkpoint.step(),
        reported.with(checkpoint.metrics()),
        checkpoint.validation());
  }

  public RunSite site() {
    return RunSite.of(file.name(), location);
  }

  /// Every report, sealed or still open on this machine.
  public MetricsReader metrics() {
    return new MetricsReader(storage, location, site().openMetrics());
  }
}
