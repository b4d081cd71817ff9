package dev.manta.train;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.storage.Location;
import java.time.Instant;

/// A checkpoint that was just committed.
///
/// @param name of its directory in storage
/// @param step the report that it came with
/// @param at when it was committed
/// @param metrics what the lowest rank reported with it; empty where this driver did not hear that
/// @param location where its files are
public record NewCheckpoint(
    String name, long step, Instant at, Metrics metrics, Location location) {
  /// Its files, for as long as they are kept.
  public Checkpoint files() {
    return Checkpoint.at(location);
  }
}
