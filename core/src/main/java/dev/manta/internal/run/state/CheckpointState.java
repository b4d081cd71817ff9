package dev.manta.internal.run.state;

import dev.manta.spi.json.Flat;

/// The checkpoints of a run.
///
/// @param ordinal the highest ordinal that a checkpoint has had
/// @param committed the highest step that was ever in a committed checkpoint
/// @param kept checkpoints that exist, oldest first
/// @param validations those that are to be scored
public record CheckpointState(
    int ordinal, long committed, KeptCheckpoints kept, Validations validations) implements Flat {
  static final CheckpointState NONE =
      new CheckpointState(0, 0, KeptCheckpoints.NONE, Validations.NONE);

  CheckpointState kept(KeptCheckpoints now) {
    return new CheckpointState(ordinal, committed, now, validations);
  }

  /// The same while a decision is worked out.
  public static final class CheckpointDraft {
    public int ordinal;
    public long committed;
    public KeptCheckpoints kept;
    public Validations validations;

    public CheckpointDraft(CheckpointState from) {
      ordinal = from.ordinal;
      committed = from.committed;
      kept = from.kept;
      validations = from.validations;
    }

    /// Adds one, or replaces it by what is known about it now.
    public void keep(CommittedCheckpoint checkpoint) {
      kept = kept.with(checkpoint);
      ordinal = Math.max(ordinal, checkpoint.ordinal());
      committed = Math.max(committed, checkpoint.step());
    }

    public CheckpointState state() {
      return new CheckpointState(ordinal, committed, kept, validations);
    }
  }
}
