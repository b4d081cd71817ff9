package dev.manta.spi.json;

/// A scalar that does not fit its type, before its place is known.
final class UnreadableScalar extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableScalar(String message) {
    super(message, null, false, false);
  }
}
