package dev.manta.tune.internal.python;

/// A Python process has ended before it answered; the message has its last words.
final class PythonEnded extends Exception {
  private static final long serialVersionUID = 1L;

  PythonEnded(String lastWords, Throwable cause) {
    super(lastWords, cause);
  }
}
