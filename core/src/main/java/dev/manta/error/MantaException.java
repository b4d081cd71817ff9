package dev.manta.error;

import org.jspecify.annotations.Nullable;

/// The one unchecked exception of Manta: a code that says whose turn it is, and a message for the
/// person who reads it.
public class MantaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public MantaException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public MantaException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /// Whose turn it is.
  public final ErrorCode code() {
    return code;
  }
}
