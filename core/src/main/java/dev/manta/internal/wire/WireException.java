package dev.manta.internal.wire;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;

/// Bytes that are not a frame of this protocol, or a message that does not fit into one.
public final class WireException extends MantaException {
  private static final long serialVersionUID = 1L;

  public WireException(String message) {
    super(ErrorCode.MANTA, message);
  }
}
