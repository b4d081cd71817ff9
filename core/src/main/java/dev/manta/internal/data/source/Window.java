package dev.manta.internal.data.source;

import java.io.IOException;
import java.io.InputStream;

/// A stretch of a stream that moves on as it is used up, and grows where a record needs more.
final class Window {
  private static final int SIZE = 1 << 20;

  private final InputStream in;
  private byte[] bytes = new byte[SIZE];
  private int from;
  private int to;
  private boolean ended;

  Window(InputStream in) {
    this.in = in;
  }

  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /// Whether there is nothing behind what is here.
  boolean isEnded() {
    return ended;
  }

  void moveTo(int place) {
    from = place;
  }

  /// Gets more bytes behind those that are here.
  void fill() throws IOException {
    if (from > 0) {
      System.arraycopy(bytes, from, bytes, 0, to - from);
      to -= from;
      from = 0;
    }
    if (to == bytes.length) {
      bytes = java.util.Arrays.copyOf(bytes, Math.multiplyExact(to, 2));
    }
    int count = in.readNBytes(bytes, to, bytes.length - to);
    to += count;
    ended = to < bytes.length;
  }
}
