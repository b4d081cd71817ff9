package dev.manta.formats.parquet;

import java.nio.ByteBuffer;

/// Pages that snappy could not make smaller, such as those of measured floats: runs of bytes, which
/// are copied, and hardly anything between them. They need no library, which takes longer to link
/// than the first pages take to read. One per page.
final class SnappyLiterals {
  private static final int KIND = 3;
  private static final int LITERAL = 0;

  /// Longer literals have their length in the bytes behind the tag.
  private static final int LENGTH_MAX = 60;

  private final ByteBuffer chunk;
  private final ByteBuffer room;
  private final int end;
  private final int first;
  private final int last;
  private int at;
  private int to;

  private SnappyLiterals(Packed page, ByteBuffer room, int first) {
    this.chunk = page.bytes();
    this.room = room;
    this.at = page.from();
    this.end = page.from() + page.length();
    this.first = first;
    this.to = first;
    this.last = first + page.size();
  }

  /// Whether a page may be one: it is larger than what is in it.
  static boolean mayBe(long packed, long size) {
    return packed > size;
  }

  /// Fills part of a buffer with a page; false where it does not give its very size or is damaged,
  /// which the library has more to say about: that part holds anything then.
  static boolean isCopied(Packed page, ByteBuffer room, int first) {
    return new SnappyLiterals(page, room, first).isCopied();
  }

  private boolean isCopied() {
    while (at < end && chunk.get(at) < 0) {
      at++;
    }
    at++; // what it says of its size is seen from what is copied
    boolean whole = at < end;
    while (whole && at < end) {
      int tag = chunk.get(at++) & 255;
      whole = (tag & KIND) == LITERAL ? isLiteral(tag >>> 2) : isRepeated(tag);
    }
    return whole && to == last;
  }

  private boolean isLiteral(int said) {
    int more = Math.max(0, said - LENGTH_MAX + 1);
    if (more > end - at) {
      return false;
    }
    long length = more == 0 ? said + 1L : number(more) + 1;
    if (length > end - at || length > last - to) {
      return false;
    }
    room.put(to, chunk, at, (int) length);
    at += (int) length;
    to += (int) length;
    return true;
  }

  private long number(int bytes) {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= (chunk.get(at++) & 255L) << (i * Byte.SIZE);
    }
    return number;
  }

  /// Bytes that were there before, which may be those that are just being written.
  private boolean isRepeated(int tag) {
    int kind = tag & KIND;
    int more = kind == 3 ? Integer.BYTES : kind;
    if (more > end - at) {
      return false;
    }
    int length = kind == 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    long back = number(more) + (kind == 1 ? (tag >>> 5) << 8 : 0);
    if (back == 0 || back > to - first || length > last - to) {
      return false;
    }
    for (int i = 0; i < length; i++, to++) {
      room.put(to, room.get(to - (int) back));
    }
    return true;
  }
}
