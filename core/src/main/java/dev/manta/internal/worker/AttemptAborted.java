package dev.manta.internal.worker;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;

/// Leaves the training function because its attempt is over; thrown by every method of a context
/// from then on.
public final class AttemptAborted extends MantaException {
  private static final long serialVersionUID = 1L;

  AttemptAborted(int attempt, String why) {
    super(ErrorCode.CLUSTER, "attempt " + attempt + " is over: " + why);
  }
}
