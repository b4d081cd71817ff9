package dev.manta.collective;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;

/// Two ranks called different operations, or the same one with other types, sizes or roots; no data
/// was touched, and the group is over.
public final class CollectiveMismatch extends MantaException {
  private static final long serialVersionUID = 1L;

  /// A mismatch that the message tells: who called what.
  public CollectiveMismatch(String message) {
    super(ErrorCode.USER, message);
  }
}
