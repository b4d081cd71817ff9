package dev.manta.formats.parquet;

import dev.manta.data.Type;
import java.util.List;

/// A column of values in a file.
///
/// @param name what the column is called in batches: a struct's field is `struct.field`
/// @param path where it is in the file's schema
/// @param typeLength bytes of a value, for those of fixed length
/// @param levels how deeply it is nested
record Leaf(String name, String path, Physical physical, int typeLength, Type type, Levels levels) {
  /// How values lie in the file.
  enum Physical {
    BOOLEAN(0),
    INT32(1),
    INT64(2),
    INT96(3),
    FLOAT(4),
    DOUBLE(5),
    BYTE_ARRAY(6),
    FIXED(7);

    private final int number;

    Physical(int number) {
      this.number = number;
    }

    /// What the file calls it.
    int number() {
      return number;
    }

    static Physical of(int number) {
      for (Physical each : values()) {
        if (each.number == number) {
          return each;
        }
      }
      throw new IllegalArgumentException("it has values of type number " + number);
    }
  }

  /// Nesting: the highest definition level, and from the outermost list on the definition level
  /// from which it has an element.
  record Levels(int definition, List<Integer> elements) {
    /// The highest repetition level: how deep lists lie in each other.
    int repetition() {
      return elements.size();
    }
  }

  /// Bytes of a value in the file, 0 where they vary or are bits.
  int width() {
    return switch (physical) {
      case BOOLEAN, BYTE_ARRAY -> 0;
      case INT32, FLOAT -> 4;
      case INT64, DOUBLE -> 8;
      case INT96 -> 12;
      case FIXED -> typeLength;
    };
  }

  /// What the column has in batches: lists of lists, as deep as they lie in each other.
  Type columnType() {
    Type whole = type;
    for (int i = 0; i < levels.repetition(); i++) {
      whole = new Type.ListOf(whole);
    }
    return whole;
  }

  boolean isList() {
    return levels.repetition() > 0;
  }
}
