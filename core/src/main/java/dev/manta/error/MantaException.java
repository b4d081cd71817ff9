package dev.manta.error;

import org.jspecify.annotations.Nullable;

/// The one unchecked exception of Manta: a code that says whose turn it is, and a message for the
/// person who reads it, without passwords of addresses.
public class MantaException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /// An error that nothing else led to.
  public MantaException(ErrorCode code, String message) {
    this(code, message, null);
  }

  /// An error with what led to it.
  public MantaException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(Passwords.hidden(message), cause);
    this.code = code;
  }

  /// Whose turn it is.
  public final ErrorCode code() {
    return code;
  }
}
