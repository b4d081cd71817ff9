package dev.manta.it.fuzz;

/// A reader did what no reader may do.
public final class Finding extends AssertionError {
  private static final long serialVersionUID = 1L;

  Finding(String message) {
    super(message);
  }

  Finding(String message, Throwable cause) {
    super(message, cause);
  }

  static void unless(boolean holds, String message) {
    if (!holds) {
      throw new Finding(message);
    }
  }
}
