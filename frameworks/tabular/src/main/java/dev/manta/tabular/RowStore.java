package dev.manta.tabular;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of floats that stay: in native memory up to a limit, and from there on in a file without a
/// name, which is gone with the process however that ends.
final class RowStore implements AutoCloseable {
  private static final long ALIGNMENT = 64;

  private final Arena arena = Arena.ofShared();
  private final int width;
  private final long memoryMax;
  private final List<TableChunk> chunks = new ArrayList<>();
  private long inMemory;
  private @Nullable FileChannel file;

  /// @param width the floats of a row
  /// @param memoryMax the bytes that may lie in memory
  RowStore(int width, long memoryMax) {
    this.width = width;
    this.memoryMax = memoryMax;
  }

  /// Writes rows into memory that it is given.
  @FunctionalInterface
  interface Writer {
    void write(MemorySegment rows);
  }

  /// Adds rows behind those there are.
  void add(int rows, Writer writer) {
    long bytes = (long) rows * width * Float.BYTES;
    if (rows == 0) {
      return;
    }
    MemorySegment added =
        bytes <= memoryMax - inMemory ? inMemory(bytes, writer) : spilled(bytes, writer);
    chunks.add(new TableChunk(rows, added));
  }

  private MemorySegment inMemory(long bytes, Writer writer) {
    MemorySegment rows = arena.allocate(bytes, ALIGNMENT);
    writer.write(rows);
    inMemory += bytes;
    return rows;
  }

  /// It is written before it is mapped: a page without space on the disk would end the process.
  private MemorySegment spilled(long bytes, Writer writer) {
    try (Arena passing = Arena.ofConfined()) {
      MemorySegment rows = passing.allocate(bytes, ALIGNMENT);
      writer.write(rows);
      FileChannel to = file == null ? open() : file;
      long at = to.size();
      for (ByteBuffer left = rows.asByteBuffer(); left.hasRemaining(); ) {
        to.write(left, at + left.position());
      }
      return to.map(MapMode.READ_WRITE, at, bytes, arena);
    } catch (IOException e) {
      throw noSpace(e);
    }
  }

  /// Not caused by what the disk said: of an error with a cause a run tells that first.
  private MantaException noSpace(IOException said) {
    var failed =
        new MantaException(
            ErrorCode.STORAGE,
            "rows that exceed %s MB of memory cannot be kept in %s: %s; free space there, set MANTA_SCRATCH to a larger disk, or allow more memory"
                .formatted(memoryMax >> 20, directory(), said.getMessage()));
    failed.addSuppressed(said);
    return failed;
  }

  private FileChannel open() throws IOException {
    Path path = Files.createTempFile(directory(), "manta-rows-", ".tmp");
    try {
      FileChannel opened =
          FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
      file = opened;
      return opened;
    } finally {
      Files.delete(path);
    }
  }

  private static Path directory() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  /// What was added, in order.
  List<TableChunk> chunks() {
    return List.copyOf(chunks);
  }

  /// Whether a part of it lies in a file.
  boolean isSpilled() {
    return file != null;
  }

  /// The same rows in another order, in a store of their own; this one is closed.
  ///
  /// @param order the rows, by their places here
  RowStore reordered(int[] order, int rowsAtOnce) {
    var other = new RowStore(width, memoryMax);
    try (this) {
      for (int from = 0; from < order.length; from += rowsAtOnce) {
        int first = from;
        int rows = Math.min(rowsAtOnce, order.length - from);
        other.add(rows, into -> copy(order, first, rows, into));
      }
      return other;
    } catch (RuntimeException e) {
      other.close();
      throw e;
    }
  }

  private void copy(int[] order, int first, int rows, MemorySegment into) {
    long bytes = (long) width * Float.BYTES;
    long[] starts = starts();
    for (int i = 0; i < rows; i++) {
      int row = order[first + i];
      int chunk = chunkOf(starts, row);
      MemorySegment.copy(
          chunks.get(chunk).features(), (row - starts[chunk]) * bytes, into, i * bytes, bytes);
    }
  }

  private long[] starts() {
    long[] starts = new long[chunks.size()];
    for (int i = 1; i < starts.length; i++) {
      starts[i] = starts[i - 1] + chunks.get(i - 1).rows();
    }
    return starts;
  }

  private static int chunkOf(long[] starts, int row) {
    int found = Arrays.binarySearch(starts, row);
    return found >= 0 ? found : -found - 2;
  }

  @Override
  public void close() {
    arena.close();
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        throw new MantaException(ErrorCode.STORAGE, "a file of rows cannot be closed: " + e, e);
      }
    }
  }
}
