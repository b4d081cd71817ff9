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

  @Override
  public ReadableByteChannel open() {
    return new Ranges();
  }

  private final class Ranges implements ReadableByteChannel {
    private long position;

    @Override
    public int read(ByteBuffer into) throws IOException {
      int count = (int) Math.min(Math.min(into.remaining(), RANGE_BYTES), size - position);
      if (count <= 0) {
        return size == position ? -1 : 0;
      }
      ByteBuffer range = into.slice(into.position(), count);
      storage.read(at, position, MemorySegment.ofBuffer(range));
      into.position(into.position() + count);
      position += count;
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
