package dev.manta.internal.link;

import java.io.IOException;

/// The four bytes before a sealed record: what it is, and how long its content.
public record RecordHead(boolean isEnd, int length) {
  public static final int BYTES = 4;

  /// The longest content of a record: with what is made of it, it stays in the second-level cache.
  public static final int LENGTH_MAX = 64 << 10;

  private static final int END = 1 << 24;

  public int bits() {
    return isEnd ? END : length;
  }

  /// Reads what [#bits] wrote.
  public static RecordHead parse(int bits) throws IOException {
    if (bits == END) {
      return new RecordHead(true, 0);
    }
    if (bits <= 0 || bits > LENGTH_MAX) {
      throw new IOException("what came is not a sealed record");
    }
    return new RecordHead(false, bits);
  }
}
