package dev.manta.internal.checkpoint;

/// When in a run a checkpoint was taken; the parts of one checkpoint agree on all of it.
///
/// @param ordinal the number of the checkpoint in the run
/// @param step the steps done
/// @param epoch the epoch it was taken in
/// @param midEpoch whether resuming from it repeats that epoch instead of beginning the next
public record Moment(int attempt, int ordinal, long step, int epoch, boolean midEpoch) {
  @Override
  public String toString() {
    return "attempt %s, ordinal %s, step %s, epoch %s%s"
        .formatted(attempt, ordinal, step, epoch, midEpoch ? " (mid-epoch)" : "");
  }
}
