package dev.manta.stores.internal.objects;

import dev.manta.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/// Reads a source once from its beginning to its end, a part at a time.
final class SourceReader implements AutoCloseable {
  /// A file is read into an array by way of memory of this size, which should be in a core's cache.
  private static final int STRETCH = 256 << 10;

  private final ReadableByteChannel in;
  private final long size;
  private long read;

  SourceReader(ByteSource source) throws IOException {
    this.size = source.size();
    this.in = source.open();
  }

  long size() {
    return size;
  }

  boolean isOver() {
    return read == size;
  }

  /// Fills an array with the next bytes; how many there were.
  int next(byte[] into) throws IOException {
    int wanted = (int) Math.min(into.length, size - read);
    ByteBuffer buffer = ByteBuffer.wrap(into, 0, wanted);
    while (buffer.position() < wanted) {
      buffer.limit(Math.min(wanted, buffer.position() + STRETCH));
      if (in.read(buffer) < 0) {
        ByteSource.requireSize(size, read + buffer.position());
      }
    }
    read += wanted;
    return wanted;
  }

  /// Refuses a source that has more than it said.
  void requireEnd() throws IOException {
    ByteBuffer more = ByteBuffer.allocate(1);
    int count = in.read(more);
    ByteSource.requireSize(size, read + Math.max(count, 0));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
