package dev.manta.formats.parquet;

import dev.manta.data.Column;
import dev.manta.data.Memory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Decodes the pages of one column of a row group.
final class ChunkReader {
  private static final int DATA = 0;
  private static final int DICTIONARY = 2;
  private static final int DATA_2 = 3;
  private static final int PLAIN = 0;
  private static final int RLE = 3;

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
  private final ByteBuffer bytes;
  private final PageHeader header;
  private final int end;
  private int at;

  /// @param stored the chunk as it is in the file
  ChunkReader(Leaf leaf, Chunk chunk, MemorySegment stored, Memory memory, Scratch scratch) {
    this.leaf = leaf;
    this.chunk = chunk;
    this.scratch = scratch;
    this.stored = stored;
    this.bytes = stored.asByteBuffer();
    this.header = scratch.header();
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
      int from = header(next);
      left -= header.announced();
      next = from + Math.max(0, header.packed());
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

  /// Reads the header of a page; says where it ends.
  private int header(int from) {
    int left = end - from;
    if (left > HEADER_USUAL) {
      try {
        return header.read(bytes, from, HEADER_USUAL);
      } catch (IllegalArgumentException longer) {
        return longHeader(from);
      }
    }
    return header.read(bytes, from, left);
  }

  /// Statistics may hold long texts.
  private int longHeader(int from) {
    for (long most = 16L * HEADER_USUAL; most < end - from; most *= 16) {
      try {
        return header.read(bytes, from, (int) most);
      } catch (IllegalArgumentException longer) {
        // It continues.
      }
    }
    return header.read(bytes, from, end - from);
  }

  private void page() {
    int from = header(at);
    int packed = header.packed();
    int size = header.size();
    if (packed < 0 || packed > end - from || size < 0 || size > chunk.uncompressed()) {
      throw new IllegalArgumentException(
          "a page of %s bytes, %s unpacked, in a column of %s"
              .formatted(packed, size, chunk.bytes()));
    }
    switch (header.kind()) {
      case DATA -> data(packed(chunk.codec(), from, packed, size));
      case DICTIONARY -> dictionary(packed(chunk.codec(), from, packed, size));
      case DATA_2 -> data2(from, packed, size);
      default -> {}
    }
    at = from + packed;
  }

  private Packed packed(int codec, int from, int length, int size) {
    return new Packed(codec, stored, bytes, from, length, size);
  }

  private byte[] unpacked(Packed packed) {
    byte[] page = scratch.page(packed.size());
    MemorySegment room = MemorySegment.ofArray(page).asSlice(0, packed.size());
    scratch.codecs().decompress(packed.codec(), packed.segment(), room);
    return page;
  }

  private void dictionary(Packed packed) {
    int count = header.dictionaryCount();
    if (count < 0 || (leaf.width() > 0 && (long) count * leaf.width() > packed.size())) {
      throw new IllegalArgumentException("a dictionary of " + count + " values");
    }
    values.dictionary(unpacked(packed), packed.size(), count);
  }

  private int requireCount(int count) {
    if (count < 0 || count > chunk.values() - log.count()) {
      throw new IllegalArgumentException("a page of " + count + " values is more than announced");
    }
    return count;
  }

  /// Plain values are unpacked to where they stay, if all there is before them is the single run of
  /// levels that says that nothing is null.
  private void data(Packed packed) {
    int count = requireCount(header.count());
    Leaf.Levels levels = leaf.levels();
    Front front = levels.definition() > 0 ? Front.run(levels.definition(), count) : Front.NOTHING;
    if (header.encoding() == PLAIN
        && header.levelEncoding() == RLE
        && levels.repetition() == 0
        && packed.size() == front.length() + (long) count * leaf.width()
        && values.place(front, count, packed)) {
      log.addPresent(count);
    } else {
      data(unpacked(packed), packed.size(), count);
    }
  }

  private void data(byte[] page, int size, int count) {
    int next = 0;
    int[] repetition = new int[0];
    if (leaf.levels().repetition() > 0) {
      repetition = levels(page, 4, length(page, 0, size), leaf.levels().repetition(), count);
      next = 4 + length(page, 0, size);
    }
    int present = count;
    if (leaf.levels().definition() > 0) {
      int length = length(page, next, size);
      requireRle(header.levelEncoding());
      present = definitions(page, next + 4, length, repetition, count);
      next += 4 + length;
    } else {
      log.addPresent(count);
    }
    values.add(header.encoding(), page, next, size, present);
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

  private void data2(int from, int packed, int size) {
    int count = requireCount(header.count2());
    int repeated = header.repetitionBytes();
    int defined = header.definitionBytes();
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
    int codec = header.isCompressed() ? chunk.codec() : 0;
    Packed inside = packed(codec, from + kept, packed - kept, size - kept);
    values(header.encoding2(), inside, present);
  }

  private void values(int encoding, Packed packed, int count) {
    boolean placed =
        encoding == PLAIN
            && packed.size() == (long) count * leaf.width()
            && values.place(Front.NOTHING, count, packed);
    if (!placed) {
      values.add(encoding, unpacked(packed), 0, packed.size(), count);
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
