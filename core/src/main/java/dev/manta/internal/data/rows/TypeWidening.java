package dev.manta.internal.data.rows;

import dev.manta.data.Column;
import dev.manta.data.Memory;
import dev.manta.data.Type;

/// Columns of nothing but nulls, which fit to any type, and columns of wider types.
final class TypeWidening {
  private TypeWidening() {}

  /// Whether there is no value that has a type.
  static boolean isNothing(Column column) {
    for (int i = 0; i < column.rows(); i++) {
      if (!column.isNull(i)) {
        return false;
      }
    }
    return true;
  }

  /// The values as those of a type that holds them; itself where it is of that type.
  static Column widened(Column from, Type type, Memory memory) {
    boolean same = from.type().equals(type);
    return !same && isNothing(from)
        ? Column.nulls(type, from.rows(), memory)
        : from.as(type, memory);
  }
}
