package dev.manta.formats.parquet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Memory that the decoding of pages uses again and again. One per thread.
final class Scratch {
  /// Room behind a page, so that words may be read across its end.
  static final int PADDING = 16;

  /// The most that is in front of the values of a page which are unpacked to where they stay.
  static final int COVERED = 64;

  private static final long CHUNKS_STEP = 1 << 20;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

  private final Codecs codecs = new Codecs();
  private final MemorySegment covered = MemorySegment.ofArray(new byte[COVERED]);
  private MemorySegment chunks = MemorySegment.NULL;
  private byte[] page = new byte[0];
  private int[] numbers = new int[0];
  private byte[] header = new byte[0];
  private MemorySegment run = MemorySegment.ofArray(header);
  private int runLevel;
  private int runCount;

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

  /// Room for what a page covers for a moment.
  MemorySegment covered() {
    return covered;
  }

  /// Bytes of native memory as an array, which may be longer: it is faster to look at one by one as
  /// long as nothing is compiled.
  byte[] header(MemorySegment from, long at, int size) {
    if (header.length < size) {
      header = new byte[size];
    }
    MemorySegment.copy(from, at, MemorySegment.ofArray(header), 0, size);
    return header;
  }

  /// How pages of version 1 say that all of their rows have this level; mostly all pages of a
  /// column have as many.
  MemorySegment run(int level, int count) {
    if (runLevel != level || runCount != count) {
      run = MemorySegment.ofArray(LevelsOut.run(level, count));
      runLevel = level;
      runCount = count;
    }
    return run;
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
