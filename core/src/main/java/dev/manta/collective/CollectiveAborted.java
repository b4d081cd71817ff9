package dev.manta.collective;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;

/// The group ended while, or before, an operation ran; every member gets it with the same cause.
public final class CollectiveAborted extends MantaException {
  private static final long serialVersionUID = 1L;

  private final transient Cause why;

  /// The abort that every member sees; `place` says which rank was in which call.
  public CollectiveAborted(Cause why, String place) {
    super(ErrorCode.CLUSTER, place + ": the group was aborted because " + why.reason());
    this.why = why;
  }

  /// Why the group ended.
  public Cause why() {
    return why;
  }
}
