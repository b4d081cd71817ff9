package dev.manta.spi.json;

/// A JSON string.
public record JsonString(String value) implements Json {
  private static final int SHOWN_MAX = 60;

  @Override
  public void writeTo(JsonBytes out) {
    out.string(value);
  }

  @Override
  public String describe() {
    return value.length() <= SHOWN_MAX
        ? text()
        : new JsonString(value.substring(0, SHOWN_MAX) + "…").text();
  }

  @Override
  public String toString() {
    return text();
  }
}
