package dev.manta.spi.json;

/// Text that is not JSON, or JSON that does not fit the type it is read as; the message names the
/// place.
public final class JsonException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /// Says what is wrong, and where.
  public JsonException(String message) {
    super(message);
  }

  /// Says what is wrong, where, and what it comes from.
  public JsonException(String message, Throwable cause) {
    super(message, cause);
  }
}
