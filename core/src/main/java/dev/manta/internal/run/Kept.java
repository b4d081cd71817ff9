package dev.manta.internal.run;

import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint.Validation;
import java.time.Instant;

/// A checkpoint that exists: committed, and not deleted since.
///
/// @param ordinal the how-manieth of the run; it only grows
/// @param epoch the first epoch that is still to do after going on from it
/// @param manifestHash what its manifest must hash to
public record Kept(
    String name,
    int attempt,
    int ordinal,
    long step,
    int epoch,
    String manifestHash,
    Instant at,
    Metrics metrics,
    Validation validation) {
  Kept validated(Metrics more, Validation outcome) {
    return new Kept(
        name, attempt, ordinal, step, epoch, manifestHash, at, metrics.with(more), outcome);
  }
}
