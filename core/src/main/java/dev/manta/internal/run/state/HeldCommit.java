package dev.manta.internal.run.state;

import java.util.List;
import java.util.Optional;

/// What a survivor holds of a commit in its memory.
///
/// @param commit how many commits were made up to it
/// @param whole whether nothing of it can still be missing
/// @param checksum of all its state
/// @param step how many reports were made up to it
/// @param epoch the first epoch that is still to do from there
/// @param size how many ranks made it
/// @param shards the ranks whose shards it has, its own included; none where state has no shards
public record HeldCommit(
    long commit,
    boolean whole,
    long checksum,
    long step,
    int epoch,
    int size,
    List<Integer> shards) {
  public HeldCommit {
    shards = List.copyOf(shards);
  }

  /// State of which every rank has all.
  public HeldCommit(long commit, boolean whole, long checksum, long step, int epoch, int size) {
    this(commit, whole, checksum, step, epoch, size, List.of());
  }

  /// What a record has of it: those of older versions have commit 0 for nothing.
  static Optional<HeldCommit> ofRecord(Optional<HeldCommit> read) {
    return read.filter(held -> held.commit > 0);
  }

  /// Whether more is known to be in it than in another.
  public boolean newerThan(HeldCommit other) {
    return commit > other.commit || (commit == other.commit && whole && !other.whole);
  }

  /// Whether both stand for the same moment.
  public boolean asNewAs(HeldCommit other) {
    return commit == other.commit && whole == other.whole;
  }
}
