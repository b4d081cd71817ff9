package dev.manta.formats.parquet;

import dev.manta.data.Column;
import dev.manta.data.Memory;
import java.lang.foreign.MemorySegment;

/// Decodes the pages of one column of a row group.
final class ChunkReader {
  private static final int DATA = 0;
  private static final int DICTIONARY = 2;
  private static final int DATA_2 = 3;
  private static final int PLAIN = 0;
  private static final int RLE = 3;

  private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

  /// How long the header of a page is at most, as a rule.
  private static final int HEADER_USUAL = 256;

  /// More values than that in a byte are believed only if the pages say so too.
  private static final long PACKING_USUAL = 1024;

  private final Leaf leaf;
  private final Chunk chunk;
  private final Scratch scratch;
  private final Values values;
  private final LevelLog log;
  private final MemorySegment stored;
  private final int end;
  private int at;

  /// @param stored the chunk as it is in the file
  ChunkReader(Leaf leaf, Chunk chunk, MemorySegment stored, Memory memory, Scratch scratch) {
    this.leaf = leaf;
    this.chunk = chunk;
    this.scratch = scratch;
    this.stored = stored;
    this.end = Math.toIntExact(stored.byteSize());
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
      Header header = header(next);
      Thrift.Struct said = header.said;
      left -= said.find(5).or(() -> said.find(8)).map(page -> page.small(1)).orElse(0);
      next = header.end + Math.max(0, said.small(3));
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

  /// What the header of a page says, and where it ends.
  private record Header(Thrift.Struct said, int end) {}

  private Header header(int from) {
    for (long most = HEADER_USUAL; most < end - from; most *= 16) {
      try {
        return header(from, (int) most);
      } catch (IllegalArgumentException longer) {
        // Its statistics may hold long texts.
      }
    }
    return header(from, end - from);
  }

  private Header header(int from, int size) {
    var thrift = new Thrift(scratch.header(stored, from, size), 0, size);
    return new Header(thrift.struct(), from + thrift.at());
  }

  private void page() {
    Header read = header(at);
    Thrift.Struct header = read.said;
    int from = read.end;
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

  private byte[] unpacked(Packed packed) {
    byte[] page = scratch.page(packed.size);
    unpack(packed, MemorySegment.ofArray(page).asSlice(0, packed.size));
    return page;
  }

  private Packed packed(int from, int packed, int size) {
    return new Packed(chunk.codec(), stored.asSlice(from, packed), size);
  }

  private void unpack(Packed packed, MemorySegment page) {
    scratch.codecs().decompress(packed.codec, packed.bytes, page);
  }

  private void dictionary(Thrift.Struct header, int from, int packed, int size) {
    int count = header.small(1);
    if (count < 0 || (leaf.width() > 0 && (long) count * leaf.width() > size)) {
      throw new IllegalArgumentException("a dictionary of " + count + " values");
    }
    values.dictionary(unpacked(packed(from, packed, size)), size, count);
  }

  private int requireCount(int count) {
    if (count < 0 || count > chunk.values() - log.count()) {
      throw new IllegalArgumentException("a page of " + count + " values is more than announced");
    }
    return count;
  }

  private void data(Thrift.Struct header, int from, int packed, int size) {
    int count = requireCount(header.small(1));
    Packed whole = packed(from, packed, size);
    if (header.small(2) == PLAIN && header.small(3) == RLE && isPlaced(whole, count)) {
      log.addPresent(count);
      return;
    }
    byte[] page = unpacked(whole);
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

  /// Unpacks a page of plain values to where they stay, if all there is before them is the single
  /// run of levels that says that nothing is null.
  private boolean isPlaced(Packed packed, int count) {
    Leaf.Levels levels = leaf.levels();
    MemorySegment run = levels.definition() > 0 ? scratch.run(levels.definition(), count) : NOTHING;
    return levels.repetition() == 0
        && packed.size == run.byteSize() + (long) count * leaf.width()
        && values.place(run, count, page -> unpack(packed, page));
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
    byte[] levels = new byte[kept + Scratch.PADDING];
    MemorySegment.copy(stored, from, MemorySegment.ofArray(levels), 0, kept);
    int[] repetition =
        leaf.levels().repetition() > 0
            ? levels(levels, 0, repeated, leaf.levels().repetition(), count)
            : new int[0];
    int present = count;
    if (leaf.levels().definition() > 0) {
      present = definitions(levels, repeated, defined, repetition, count);
    } else {
      log.addPresent(count);
    }
    MemorySegment packedValues = stored.asSlice((long) from + kept, packed - kept);
    int codec = header.truth(7, true) ? chunk.codec() : 0;
    values(header.small(4), new Packed(codec, packedValues, size - kept), present);
  }

  /// Values as they are in the file.
  private record Packed(int codec, MemorySegment bytes, int size) {}

  private void values(int encoding, Packed packed, int count) {
    boolean placed =
        encoding == PLAIN
            && packed.size == (long) count * leaf.width()
            && values.place(NOTHING, count, page -> unpack(packed, page));
    if (!placed) {
      values.add(encoding, unpacked(packed), 0, packed.size, count);
    }
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
