package dev.manta.spi.json;

/// Text that is not JSON, or JSON that does not fit the type it is read as; the message names the
/// place.
public final class JsonException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public JsonException(String message) {
    super(message);
  }

  public JsonException(String message, Throwable cause) {
    super(message, cause);
  }
}
