package dev.manta.formats.parquet;

import dev.manta.data.Column;
import dev.manta.data.Memory;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/// Collects the values of a column that are not null, page by page.
interface Values {
  /// Values of a data page, from `at` up to `end`.
  void add(int encoding, byte[] page, int at, int end, int count);

  /// Lets `unpack` write a page of plain values, with `before` in front of them, to where the
  /// values stay; false where that cannot be, or something else is in front: nothing was added
  /// then.
  default boolean place(MemorySegment before, int count, Consumer<MemorySegment> unpack) {
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
