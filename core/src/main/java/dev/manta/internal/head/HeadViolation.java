package dev.manta.internal.head;

import java.io.IOException;

/// What came is not a message of this protocol, or one of another version of it.
public final class HeadViolation extends IOException {
  private static final long serialVersionUID = 1;

  public HeadViolation(String what) {
    super(what);
  }
}
