package dev.manta.data;

/// A column's name and type. It is compared before the first rows come, by code of its own: that of
/// a record is made in each process anew, which takes milliseconds.
public record Field(String name, Type type) {
  public Field {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a column needs a name");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Field that && name.equals(that.name) && type.equals(that.type);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + type.hashCode();
  }
}
