package dev.manta.internal.run.state;

import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint.Validation;
import java.time.Instant;
import java.util.Optional;

/// A checkpoint that exists: committed, and not deleted since. Control records and lists are full
/// of them, so it says only what the rules decide on.
///
/// @param ordinal its number in the run; it only grows
/// @param epoch the first epoch that is still to do after resuming from it
/// @param manifestHash what its manifest must hash to
/// @param metrics what validation said of it; in runs that an older version of Manta began all of
///   its metrics, which are in its manifest since
/// @param damage what was wrong with it when it was last looked at
/// @param score what it is ranked by, where its metrics had that when it was committed
public record CommittedCheckpoint(
    String name,
    int attempt,
    int ordinal,
    long step,
    int epoch,
    String manifestHash,
    Instant at,
    Metrics metrics,
    Validation validation,
    Optional<String> damage,
    Optional<Double> score) {
  public CommittedCheckpoint {
    // Records of older versions have an empty text for none.
    damage = damage.filter(wrong -> !wrong.isEmpty());
  }

  /// Whether nothing is known to be wrong with it.
  public boolean isIntact() {
    return damage.isEmpty();
  }

  /// The same where another metric ranks checkpoints.
  public CommittedCheckpoint scored(Optional<Double> other) {
    return new CommittedCheckpoint(
        name, attempt, ordinal, step, epoch, manifestHash, at, metrics, validation, damage, other);
  }

  /// The same as it looks now: what is wrong with it, if anything is.
  public CommittedCheckpoint found(Optional<String> wrong) {
    return new CommittedCheckpoint(
        name, attempt, ordinal, step, epoch, manifestHash, at, metrics, validation, wrong, score);
  }

  public CommittedCheckpoint validated(Metrics more, Validation outcome) {
    return new CommittedCheckpoint(
        name,
        attempt,
        ordinal,
        step,
        epoch,
        manifestHash,
        at,
        metrics.with(more),
        outcome,
        damage,
        score);
  }
}
