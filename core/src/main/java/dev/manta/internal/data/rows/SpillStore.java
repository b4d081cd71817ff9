package dev.manta.internal.data.rows;

import dev.manta.data.Batch;
import dev.manta.data.Schema;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.memory.MemoryBudget;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps batches: in memory while the budget has space, then in a file that is gone with the
/// process.
public final class SpillStore implements AutoCloseable {
  private @Nullable FileChannel file;
  private long end;

  /// A batch that is kept.
  public sealed interface Held {
    /// The rows; to be closed.
    Batch read();

    void close();
  }

  private record InMemory(Batch batch) implements Held {
    /// Seen through memory of its own: what waits for that to be released does not wait for the end
    /// of the store.
    @Override
    public Batch read() {
      Batch kept = batch.retain();
      Batch seen = Batch.of(kept.schema(), kept.columns(), kept.rows(), new BatchMemory());
      seen.whenReleased(kept::close);
      return seen;
    }

    @Override
    public void close() {
      batch.close();
    }
  }

  private record OnDisk(SpillStore spill, Schema schema, int rows, long offset, long size)
      implements Held {
    @Override
    public Batch read() {
      var memory = new BatchMemory();
      MemorySegment block = memory.allocate(size);
      spill.read(block, offset);
      return PackedBatch.read(block, schema, rows, memory);
    }

    @Override
    public void close() {}
  }

  /// Keeps a batch, which it closes or takes over.
  public Held hold(Batch batch) {
    return hold(List.of(batch)).getFirst();
  }

  /// Keeps batches that share their memory: all stay in it or none, as one of them would hold all
  /// of it.
  public List<Held> hold(List<Batch> batches) {
    long bytes = batches.stream().mapToLong(Batch::size).sum();
    if (!batches.isEmpty() && MemoryBudget.shared().tryHold(bytes)) {
      batches.getFirst().whenReleased(() -> MemoryBudget.shared().release(bytes));
      return batches.stream().<Held>map(InMemory::new).toList();
    }
    try {
      return batches.stream().map(this::write).toList();
    } finally {
      batches.forEach(Batch::close);
    }
  }

  private Held write(Batch batch) {
    var memory = new BatchMemory();
    try {
      MemorySegment block = PackedBatch.write(batch, memory);
      long offset = reserve(block.byteSize());
      write(block, offset);
      return new OnDisk(this, batch.schema(), batch.rows(), offset, block.byteSize());
    } finally {
      memory.release();
    }
  }

  private synchronized long reserve(long size) {
    long offset = end;
    end += size;
    return offset;
  }

  private void write(MemorySegment block, long offset) {
    ByteBuffer buffer = block.asByteBuffer();
    try {
      while (buffer.hasRemaining()) {
        channel().write(buffer, offset + buffer.position());
      }
    } catch (IOException e) {
      throw failed("written", e);
    }
  }

  private void read(MemorySegment block, long offset) {
    ByteBuffer buffer = block.asByteBuffer();
    try {
      while (buffer.hasRemaining()) {
        if (channel().read(buffer, offset + buffer.position()) < 0) {
          throw new IOException("the file ends early");
        }
      }
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  private synchronized FileChannel channel() throws IOException {
    if (file == null) {
      Path path = Files.createTempFile("manta-spill", ".bin");
      file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
      Files.delete(path); // it stays readable here, and is gone when this process is
    }
    return file;
  }

  private static MantaException failed(String what, IOException e) {
    return new MantaException(
        ErrorCode.STORAGE,
        "rows that did not fit into memory cannot be %s: %s; is there space in %s?"
            .formatted(what, e, System.getProperty("java.io.tmpdir")),
        e);
  }

  @Override
  public synchronized void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      throw failed("deleted", e);
    }
  }
}
