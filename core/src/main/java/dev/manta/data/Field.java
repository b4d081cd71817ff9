package dev.manta.data;

/// A column's name and type.
public record Field(String name, Type type) {
  public Field {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a column needs a name");
    }
  }
}
