package dev.manta.cli;

import org.jspecify.annotations.Nullable;

/// The user's program threw; the cause is what it threw.
final class ProgramFailed extends Exception {
  private static final long serialVersionUID = 1L;

  ProgramFailed(@Nullable Throwable cause) {
    super(cause);
  }
}
