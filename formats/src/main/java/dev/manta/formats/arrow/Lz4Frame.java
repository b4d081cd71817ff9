package dev.manta.formats.arrow;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/// Unpacks an LZ4 frame whose blocks refer to those before them, as Polars writes them; frames of
/// independent blocks have a faster way.
final class Lz4Frame {
  private static final int MAGIC = 0x184D2204;
  private static final int INDEPENDENT = 0x20;
  private static final int BLOCK_SUMS = 0x10;
  private static final int CONTENT_SIZE = 0x08;
  private static final int DICTIONARY = 0x01;
  private static final int HEAD = 7;
  private static final int MATCH_MIN = 4;
  private static final int MORE = 15;

  private final MemorySegment in;
  private final MemorySegment out;
  private long at;
  private long to;

  private Lz4Frame(MemorySegment in, MemorySegment out) {
    this.in = in;
    this.out = out;
  }

  static boolean isLinked(MemorySegment frame) {
    return frame.byteSize() > HEAD
        && frame.get(JAVA_INT_UNALIGNED, 0) == MAGIC
        && (frame.get(JAVA_BYTE, 4) & INDEPENDENT) == 0;
  }

  /// How many bytes came out. Damage is an [IndexOutOfBoundsException] or found by the caller's
  /// count.
  static int unpack(MemorySegment frame, MemorySegment into) {
    return new Lz4Frame(frame, into).all();
  }

  private int all() {
    int flags = in.get(JAVA_BYTE, 4);
    at = (long) HEAD + ((flags & CONTENT_SIZE) == 0 ? 0 : 8) + ((flags & DICTIONARY) == 0 ? 0 : 4);
    int size = word();
    while (size != 0) {
      int stored = size & Integer.MAX_VALUE;
      if (size < 0) {
        literals(stored);
      } else {
        block(at + stored);
      }
      at += (flags & BLOCK_SUMS) == 0 ? 0 : 4;
      size = word();
    }
    return Math.toIntExact(to);
  }

  private int word() {
    int found = in.get(JAVA_INT_UNALIGNED, at);
    at += 4;
    return found;
  }

  private int next() {
    return in.get(JAVA_BYTE, at++) & 255;
  }

  private void block(long end) {
    while (at < end) {
      int token = next();
      literals(length(token >> 4));
      if (at < end) {
        int back = next() | next() << 8;
        match(back, length(token & MORE) + (long) MATCH_MIN);
      }
    }
  }

  private long length(int begun) {
    long length = begun;
    int more = begun == MORE ? 255 : 0;
    while (more == 255) {
      more = next();
      length += more;
    }
    return length;
  }

  private void literals(long count) {
    MemorySegment.copy(in, at, out, to, count);
    at += count;
    to += count;
  }

  /// A match may reach into what it makes itself.
  private void match(int back, long count) {
    if (back == 0 || back > to) {
      throw new IllegalArgumentException("a match of LZ4 lies before the beginning");
    }
    if (back >= count) {
      MemorySegment.copy(out, to - back, out, to, count);
    } else {
      for (long i = 0; i < count; i++) {
        out.set(JAVA_BYTE, to + i, out.get(JAVA_BYTE, to + i - back));
      }
    }
    to += count;
  }
}
