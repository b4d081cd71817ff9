package dev.manta.spi.json;

/// `true` or `false`.
public record JsonBoolean(boolean value) implements Json {
  public static final JsonBoolean TRUE = new JsonBoolean(true);
  public static final JsonBoolean FALSE = new JsonBoolean(false);

  /// The one of the two that is meant.
  public static JsonBoolean of(boolean value) {
    return value ? TRUE : FALSE;
  }

  @Override
  public void writeTo(JsonBytes out) {
    out.ascii(value ? "true" : "false");
  }

  @Override
  public String describe() {
    return value ? "true" : "false";
  }

  @Override
  public String toString() {
    return describe();
  }
}
