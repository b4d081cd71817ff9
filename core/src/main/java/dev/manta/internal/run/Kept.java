package dev.manta.internal.run;

import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint.Validation;
import java.time.Instant;

/// A checkpoint that exists: committed, and not deleted since.
///
/// @param ordinal the how-manieth of the run; it only grows
/// @param epoch the first epoch that is still to do after going on from it
/// @param manifestHash what its manifest must hash to
/// @param damage what was wrong with it when it was last looked at; empty where nothing was
public record Kept(
    String name,
    int attempt,
    int ordinal,
    long step,
    int epoch,
    String manifestHash,
    Instant at,
    Metrics metrics,
    Validation validation,
    String damage) {
  /// Whether nothing is known to be wrong with it.
  public boolean isIntact() {
    return damage.isEmpty();
  }

  Kept found(String wrong) {
    return new Kept(
        name, attempt, ordinal, step, epoch, manifestHash, at, metrics, validation, wrong);
  }

  Kept validated(Metrics more, Validation outcome) {
    return new Kept(
        name, attempt, ordinal, step, epoch, manifestHash, at, metrics.with(more), outcome, damage);
  }
}
