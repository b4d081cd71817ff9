package dev.manta.tune.internal.python;

/// A Python process has ended before it answered; the message has the last lines it wrote.
final class PythonEnded extends Exception {
  private static final long serialVersionUID = 1L;

  PythonEnded(String lastOutput, Throwable cause) {
    super(lastOutput, cause);
  }
}
