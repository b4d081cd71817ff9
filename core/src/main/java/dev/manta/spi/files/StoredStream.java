package dev.manta.spi.files;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// A stored file from a byte on, read in pieces: however long it is, one piece is in memory.
public final class StoredStream extends InputStream {
  private static final int PIECE = 1 << 20;

  private final Location from;
  private final Storage storage;
  private final long end;
  private byte[] piece = new byte[0];
  private int at;
  private long next;

  private StoredStream(Location from, long offset, long end) {
    this.from = from;
    this.storage = Storages.at(from);
    this.next = offset;
    this.end = end;
  }

  /// The whole file.
  public static StoredStream of(String path) {
    Location at = Location.parse(path);
    return new StoredStream(at, 0, Storages.at(at).size(at).orElse(0));
  }

  /// Bytes from one offset up to another.
  public static StoredStream of(String path, long offset, long end) {
    return new StoredStream(Location.parse(path), offset, end);
  }

  @Override
  public int read() {
    return isOver() ? -1 : piece[at++] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (isOver()) {
      return -1;
    }
    int count = Math.min(length, piece.length - at);
    System.arraycopy(piece, at, into, offset, count);
    at += count;
    return count;
  }

  /// Passes over bytes without reading those that lie behind this piece.
  @Override
  public long skip(long count) {
    long here = Math.clamp(count, 0, piece.length - at);
    at += (int) here;
    long ahead = Math.clamp(count - here, 0, end - next);
    next += ahead;
    return here + ahead;
  }

  private boolean isOver() {
    if (at == piece.length && next < end) {
      piece = new byte[(int) Math.min(PIECE, end - next)];
      storage.read(from, next, MemorySegment.ofArray(piece));
      next += piece.length;
      at = 0;
    }
    return at == piece.length;
  }
}
