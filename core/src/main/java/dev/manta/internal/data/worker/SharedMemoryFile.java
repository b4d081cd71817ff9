package dev.manta.internal.data.worker;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file in shared memory that a data worker writes the rows of a unit to, again and again. The
/// worker takes its name away as soon as it has opened it.
final class SharedMemoryFile implements AutoCloseable {
  private static final Path SHARED = Path.of("/dev/shm");
  private static final long ROOM = 1L << 30;

  private final int index;
  private final Path path;
  private final FileChannel file;
  private MemorySegment mapped = MemorySegment.NULL;

  private SharedMemoryFile(int index, Path path) throws IOException {
    this.index = index;
    this.path = path;
    this.file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  static SharedMemoryFile make(int index) throws IOException {
    String name = "manta-data-" + ProcessHandle.current().pid() + "-";
    return new SharedMemoryFile(index, Files.createTempFile(directory(), name, ".slot"));
  }

  /// Containers often have little shared memory; a file on disk is in memory as long as it is used.
  private static Path directory() throws IOException {
    if (Files.isWritable(SHARED)) {
      FileStore store = Files.getFileStore(SHARED);
      if (store.getUsableSpace() >= ROOM) {
        return SHARED;
      }
    }
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  int index() {
    return index;
  }

  String path() {
    return path.toString();
  }

  /// The first bytes. They stay readable when the slot is closed, until nobody refers to them.
  MemorySegment bytes(long size) throws IOException {
    if (mapped.byteSize() < size) {
      mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, file.size(), Arena.ofAuto());
    }
    return mapped.asSlice(0, size);
  }

  @Override
  public void close() throws IOException {
    file.close();
    Files.deleteIfExists(path);
  }
}
