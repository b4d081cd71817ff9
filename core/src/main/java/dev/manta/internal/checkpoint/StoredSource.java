package dev.manta.internal.checkpoint;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/// An object in storage as a source, read in ranges.
record StoredSource(Storage storage, Location at, long size) implements ByteSource {
  private static final int RANGE_BYTES = 4 << 20;

  /// A request to a store costs a round trip, and a large range is read by several at once. Two
  /// such blocks are in memory: one is handed out while the next one comes.
  private static final int AHEAD_BYTES = 8 << 20;

  @Override
  public ReadableByteChannel open() {
    return new Ranges();
  }

  private final class Ranges implements ReadableByteChannel {
    private long position;
    private long asked;
    private ByteBuffer ahead = ByteBuffer.allocate(0);
    private @Nullable FutureTask<byte[]> coming;

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

    private int fromAhead(ByteBuffer into) throws IOException {
      if (!ahead.hasRemaining()) {
        ahead = ByteBuffer.wrap(next());
      }
      int count = Math.min(into.remaining(), ahead.remaining());
      into.put(ahead.slice(ahead.position(), count));
      ahead.position(ahead.position() + count);
      return count;
    }

    /// The next block; the one behind it is on its way then.
    private byte[] next() throws IOException {
      FutureTask<byte[]> first = coming == null ? ask() : coming;
      coming = asked < size ? ask() : null;
      try {
        return first.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException cause
            ? cause
            : new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        first.cancel(true);
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while " + at + " was read");
      }
    }

    private FutureTask<byte[]> ask() {
      long from = asked;
      int count = (int) Math.min(AHEAD_BYTES, size - from);
      asked += count;
      var block = new FutureTask<>(() -> block(from, count));
      Thread.startVirtualThread(block);
      return block;
    }

    private byte[] block(long from, int count) {
      byte[] bytes = new byte[count];
      storage.read(at, from, MemorySegment.ofArray(bytes));
      return bytes;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      FutureTask<byte[]> unwanted = coming;
      if (unwanted != null) {
        unwanted.cancel(true);
      }
    }
  }
}
