package dev.manta.spi.json;

/// `null`.
public enum JsonNull implements Json {
  NULL;

  @Override
  public void writeTo(JsonBytes out) {
    out.ascii("null");
  }

  @Override
  public String describe() {
    return "null";
  }

  @Override
  public String toString() {
    return "null";
  }
}
