package dev.manta.internal.checkpoint;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/// An object in storage as a source, read in ranges.
record StoredSource(Storage storage, Location at, long size) implements ByteSource {
  private static final int RANGE_BYTES = 4 << 20;

  /// A request to a store costs a round trip, and a large range is read by several at once.
  private static final int AHEAD_BYTES = 16 << 20;

  @Override
  public ReadableByteChannel open() {
    return new Ranges();
  }

  private final class Ranges implements ReadableByteChannel {
    private long position;
    private ByteBuffer ahead = ByteBuffer.allocate(0);

    @Override
    public int read(ByteBuffer into) throws IOException {
      if (position == size) {
        return -1;
      }
      int count = at.isLocal() ? direct(into) : fromAhead(into);
      position += count;
      return count;
    }

    private int direct(ByteBuffer into) {
      int count = (int) Math.min(Math.min(into.remaining(), RANGE_BYTES), size - position);
      if (count > 0) {
        ByteBuffer range = into.slice(into.position(), count);
        storage.read(at, position, MemorySegment.ofBuffer(range));
        into.position(into.position() + count);
      }
      return count;
    }

    private int fromAhead(ByteBuffer into) {
      if (!ahead.hasRemaining()) {
        int next = (int) Math.min(AHEAD_BYTES, size - position);
        byte[] bytes = ahead.capacity() == next ? ahead.array() : new byte[next];
        storage.read(at, position, MemorySegment.ofArray(bytes));
        ahead = ByteBuffer.wrap(bytes);
      }
      int count = Math.min(into.remaining(), ahead.remaining());
      into.put(ahead.slice(ahead.position(), count));
      ahead.position(ahead.position() + count);
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
