package dev.manta.internal.run;

/// What a survivor holds of a commit in its memory.
///
/// @param commit how many commits were made up to it; 0 for nothing
/// @param whole whether nothing of it can still be missing
/// @param checksum of all its state
/// @param step how many reports were made up to it
/// @param epoch the first epoch that is still to do from there
/// @param size how many ranks made it
public record Held(long commit, boolean whole, long checksum, long step, int epoch, int size) {
  public static final Held NOTHING = new Held(0, false, 0, 0, 0, 0);

  boolean anything() {
    return commit > 0;
  }

  /// Whether both stand for the same moment.
  boolean asNewAs(Held other) {
    return commit == other.commit && whole == other.whole;
  }
}
