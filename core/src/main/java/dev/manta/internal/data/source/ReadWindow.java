package dev.manta.internal.data.source;

import dev.manta.internal.data.memory.MemoryBudget;
import java.io.IOException;
import java.io.InputStream;

/// A stretch of a stream that moves on as it is used up, and grows where a record needs more.
final class ReadWindow {
  private static final int SIZE = 1 << 20;
  private static final long MEGABYTE = 1 << 20;
  private static final long ROOM_LEAST = 64 * MEGABYTE;

  /// A byte that is read lies in several places until it is in its column.
  private static final int PER_BYTE = 8;

  private final InputStream in;
  private byte[] bytes = new byte[SIZE];
  private int from;
  private int to;
  private boolean ended;
  private long passed;

  ReadWindow(InputStream in) {
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
    passed += place - from;
    from = place;
  }

  /// How many bytes were used up.
  long passed() {
    return passed;
  }

  /// Refuses to hold more than this process has space for.
  static void requireRoom(long bytes) throws IOException {
    long heap = Runtime.getRuntime().maxMemory() / PER_BYTE;
    long most = Math.max(ROOM_LEAST, Math.min(MemoryBudget.shared().most(), heap));
    if (bytes > most) {
      throw new IOException(
          "more than %s MB come out of a part of it that is read at once: unpack it, and break very long lines"
              .formatted(most / MEGABYTE));
    }
  }

  /// Gets more bytes behind those that are here.
  void fill() throws IOException {
    if (from > 0) {
      System.arraycopy(bytes, from, bytes, 0, to - from);
      to -= from;
      from = 0;
    }
    if (to == bytes.length) {
      requireRoom(2L * to);
      bytes = java.util.Arrays.copyOf(bytes, Math.multiplyExact(to, 2));
    }
    int count = in.readNBytes(bytes, to, bytes.length - to);
    to += count;
    ended = to < bytes.length;
  }
}
