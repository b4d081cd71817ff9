package dev.manta.internal.journal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;

/// A file of a run that is there and makes no sense: damaged, or of another version of Manta.
/// Trying again does not help.
public final class Unreadable extends MantaException {
  private static final long serialVersionUID = 1L;

  /// @param what the kind of file
  /// @param why what is wrong in it
  public Unreadable(String what, Location at, RuntimeException why) {
    super(
        ErrorCode.STORAGE,
        "the %s %s is damaged or of another version of Manta (%s); restore it, or start over under another name"
            .formatted(what, at, why.getMessage()),
        why);
  }
}
