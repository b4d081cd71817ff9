package dev.manta.formats.parquet;

import dev.manta.data.Column;
import dev.manta.data.Memory;

/// Decodes the pages of one column of a row group.
final class ChunkReader {
  private static final int DATA = 0;
  private static final int DICTIONARY = 2;
  private static final int DATA_2 = 3;
  private static final int RLE = 3;

  /// More values than that in a byte are believed only if the pages say so too.
  private static final long PACKING_USUAL = 1024;

  private final Leaf leaf;
  private final Chunk chunk;
  private final Scratch scratch;
  private final Values values;
  private final LevelLog log;
  private final byte[] bytes;
  private final int end;
  private int at;

  /// @param bytes holds the chunk from `from` on
  ChunkReader(Leaf leaf, Chunk chunk, byte[] bytes, int from, Memory memory, Scratch scratch) {
    this.leaf = leaf;
    this.chunk = chunk;
    this.scratch = scratch;
    this.bytes = bytes;
    this.at = from;
    this.end = Math.toIntExact(from + chunk.bytes());
    requireAnnounced();
    int most = Math.toIntExact(chunk.values());
    this.values = Values.of(leaf, most, memory, scratch);
    this.log = new LevelLog(leaf.levels(), most);
  }

  /// Damage must not ask for all memory there is: very many values are looked for in the pages
  /// first.
  private void requireAnnounced() {
    long left = chunk.values() > PACKING_USUAL * chunk.uncompressed() ? chunk.values() : 0;
    int next = at;
    while (left > 0 && next < end) {
      var thrift = new Thrift(bytes, next, end);
      Thrift.Struct header = thrift.struct();
      left -= header.find(5).or(() -> header.find(8)).map(page -> page.small(1)).orElse(0);
      next = thrift.at() + Math.max(0, header.small(3));
    }
    if (left > 0) {
      throw new IllegalArgumentException(
          "%s values are announced, %s of them in no page".formatted(chunk.values(), left));
    }
  }

  /// How far it has come, for errors.
  int at() {
    return at;
  }

  Column read(int rows, Memory memory) {
    while (log.count() < chunk.values()) {
      page();
    }
    return log.column(values, rows, memory);
  }

  private void page() {
    var thrift = new Thrift(bytes, at, end);
    Thrift.Struct header = thrift.struct();
    int from = thrift.at();
    int packed = header.small(3);
    int size = header.small(2);
    if (packed < 0 || packed > end - from || size < 0 || size > chunk.uncompressed()) {
      throw new IllegalArgumentException(
          "a page of %s bytes, %s unpacked, in a column of %s"
              .formatted(packed, size, chunk.bytes()));
    }
    switch (header.small(1)) {
      case DATA -> data(header.struct(5), from, packed, size);
      case DICTIONARY -> dictionary(header.struct(7), from, packed, size);
      case DATA_2 -> data2(header.struct(8), from, packed, size);
      default -> {}
    }
    at = from + packed;
  }

  private byte[] unpacked(int from, int packed, int size, int kept) {
    byte[] page = scratch.page(size);
    System.arraycopy(bytes, from, page, 0, kept);
    var in = new Codecs.Range(bytes, from + kept, packed - kept);
    scratch.codecs().decompress(chunk.codec(), in, new Codecs.Range(page, kept, size - kept));
    return page;
  }

  private void dictionary(Thrift.Struct header, int from, int packed, int size) {
    int count = header.small(1);
    if (count < 0 || (leaf.width() > 0 && (long) count * leaf.width() > size)) {
      throw new IllegalArgumentException("a dictionary of " + count + " values");
    }
    values.dictionary(unpacked(from, packed, size, 0), size, count);
  }

  private int requireCount(int count) {
    if (count < 0 || count > chunk.values() - log.count()) {
      throw new IllegalArgumentException("a page of " + count + " values is more than announced");
    }
    return count;
  }

  private void data(Thrift.Struct header, int from, int packed, int size) {
    int count = requireCount(header.small(1));
    byte[] page = unpacked(from, packed, size, 0);
    int next = 0;
    int[] repetition = new int[0];
    if (leaf.levels().repetition() > 0) {
      repetition = levels(page, 4, length(page, 0, size), leaf.levels().repetition(), count);
      next = 4 + length(page, 0, size);
    }
    int present = count;
    if (leaf.levels().definition() > 0) {
      int length = length(page, next, size);
      requireRle(header.small(3));
      present = definitions(page, next + 4, length, repetition, count);
      next += 4 + length;
    } else {
      log.addPresent(count);
    }
    values.add(header.small(2), page, next, size, present);
  }

  private static void requireRle(int encoding) {
    if (encoding != RLE) {
      throw new IllegalArgumentException("levels are in encoding number " + encoding);
    }
  }

  private static int length(byte[] page, int at, int size) {
    int length = Little.i32(page, at);
    if (length < 0 || length > size - at - 4) {
      throw new IllegalArgumentException("levels of " + length + " bytes in a page of " + size);
    }
    return length;
  }

  private void data2(Thrift.Struct header, int from, int packed, int size) {
    int count = requireCount(header.small(1));
    int repeated = header.small(6);
    int defined = header.small(5);
    int kept = Math.addExact(repeated, defined);
    if (repeated < 0 || defined < 0 || kept > Math.min(packed, size)) {
      throw new IllegalArgumentException("levels of " + kept + " bytes in a page of " + size);
    }
    byte[] page = header.truth(7, true) ? unpacked(from, packed, size, kept) : plain(from, size);
    int[] repetition =
        leaf.levels().repetition() > 0
            ? levels(page, 0, repeated, leaf.levels().repetition(), count)
            : new int[0];
    int present = count;
    if (leaf.levels().definition() > 0) {
      present = definitions(page, repeated, defined, repetition, count);
    } else {
      log.addPresent(count);
    }
    values.add(header.small(4), page, kept, size, present);
  }

  private byte[] plain(int from, int size) {
    byte[] page = scratch.page(size);
    System.arraycopy(bytes, from, page, 0, size);
    return page;
  }

  private int definitions(byte[] page, int at, int length, int[] repetition, int count) {
    int most = leaf.levels().definition();
    if (leaf.levels().repetition() == 0 && isOneRun(page, at, length, most, count)) {
      log.addPresent(count);
      return count;
    }
    return log.add(levels(page, at, length, most, count), repetition, count);
  }

  /// A single run of the highest level: nothing is null, as in most pages of most files.
  private static boolean isOneRun(byte[] page, int at, int length, int most, int count) {
    long head = 0;
    int next = at;
    for (int shift = 0; shift < 35 && next < at + length; shift += 7) {
      int value = page[next++] & 255;
      head |= (value & 127L) << shift;
      if (value < 128) {
        return (head & 1) == 0 && head >>> 1 >= count && page[next] == most;
      }
    }
    return false;
  }

  private static int[] levels(byte[] page, int at, int length, int most, int count) {
    int[] levels = new int[count];
    int width = Integer.SIZE - Integer.numberOfLeadingZeros(most);
    Hybrid.decode(page, at, at + length, width, levels, count);
    return levels;
  }
}
