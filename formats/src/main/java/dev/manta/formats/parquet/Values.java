package dev.manta.formats.parquet;

import dev.manta.data.Column;
import dev.manta.data.Memory;

/// Collects the values of a column that are not null, page by page.
interface Values {
  /// Values of a data page, from `at` up to `end`.
  void add(int encoding, byte[] page, int at, int end, int count);

  /// Unpacks a page of plain values, with `front` in front of them, to where the values stay; false
  /// where that cannot be, or something else is in front: nothing was added then.
  default boolean place(Front front, int count, Packed page) {
    return false;
  }

  /// The dictionary, written plainly.
  void dictionary(byte[] page, int end, int count);

  /// The values as a column; `present` says which rows have one.
  Column column(Present present, Memory memory);

  static Values of(Leaf leaf, int most, Memory memory, Scratch scratch) {
    return leaf.physical() == Leaf.Physical.BYTE_ARRAY
        ? new ByteValues(leaf.type(), most, scratch)
        : new FixedValues(leaf, most, memory, scratch);
  }

  static IllegalArgumentException unknown(int encoding, Leaf.Physical physical) {
    return new IllegalArgumentException(
        "values of %s are in encoding number %s".formatted(physical, encoding));
  }
}
