package dev.manta.formats.parquet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Memory that the decoding of pages uses again and again. One per thread.
final class Scratch {
  /// Space behind a page, so that words may be read across its end.
  static final int PADDING = 16;

  private static final long CHUNKS_STEP = 1 << 20;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

  private final Codecs codecs = new Codecs();
  private MemorySegment chunks = MemorySegment.NULL;
  private byte[] page = new byte[0];
  private int[] numbers = new int[0];
  private final PageHeader header = new PageHeader();

  static Scratch ofThread() {
    return OF_THREAD.get();
  }

  Codecs codecs() {
    return codecs;
  }

  /// Native memory of this size, into which files are read without a detour.
  MemorySegment chunks(int size) {
    if (chunks.byteSize() < size) {
      long room = Math.ceilDiv((long) size, CHUNKS_STEP) * CHUNKS_STEP;
      chunks = Arena.ofAuto().allocate(room, Long.BYTES);
    }
    return chunks.asSlice(0, size);
  }

  PageHeader header() {
    return header;
  }

  byte[] page(int size) {
    if (page.length < size + PADDING) {
      page = new byte[size + size / 4 + PADDING];
    }
    return page;
  }

  int[] numbers(int count) {
    if (numbers.length < count) {
      numbers = new int[count + count / 4];
    }
    return numbers;
  }
}
