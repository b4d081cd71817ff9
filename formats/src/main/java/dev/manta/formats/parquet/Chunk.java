package dev.manta.formats.parquet;

import java.util.Optional;

/// The pages of one column in one row group.
///
/// @param start the first byte in the file, of the dictionary if there is one
record Chunk(
    int codec,
    long values,
    long start,
    long bytes,
    long uncompressed,
    Optional<Thrift.Struct> statistics) {
  static Chunk of(Thrift.Struct column, long fileSize) {
    Thrift.Struct data = column.struct(3);
    if (data.whole(5) == 0) {
      return new Chunk(data.small(4), 0, 0, 0, 0, data.find(12)); // wherever it says it is
    }
    long first = data.whole(9);
    long dictionary = data.whole(11, 0);
    long start = dictionary > 0 && dictionary < first ? dictionary : first;
    var chunk =
        new Chunk(data.small(4), data.whole(5), start, data.whole(7), data.whole(6), data.find(12));
    chunk.requireWithin(fileSize);
    return chunk;
  }

  /// Whether it is known to have nothing but nulls.
  boolean isOfNulls() {
    return values == 0 || (statistics.isPresent() && statistics.get().whole(3, -1) == values);
  }

  private void requireWithin(long fileSize) {
    if (start < 4 || bytes < 0 || bytes > fileSize - start || values < 0 || uncompressed < 0) {
      throw new IllegalArgumentException(
          "a column lies at bytes %s to %s of a file of %s"
              .formatted(start, start + bytes, fileSize));
    }
  }
}
