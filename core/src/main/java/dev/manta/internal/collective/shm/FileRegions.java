package dev.manta.internal.collective.shm;

import dev.manta.internal.machine.OwnFiles;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Mapped files in the first of some directories that has space. A file is written full of zeros
/// before it gets its name, because a sparse file on a full file system kills whoever touches it.
public final class FileRegions implements SharedRegions {
  private static final Logger LOG = System.getLogger("dev.manta.collective");
  private static final String UNFINISHED = ".new";
  private static final int CHUNK = 1 << 20;

  private final List<Path> directories;

  public FileRegions(List<Path> directories) {
    this.directories = List.copyOf(directories);
  }

  @Override
  public SharedRegion create(String name, long bytes) throws IOException {
    IOException last = new IOException("no directory to put shared memory in");
    for (Path directory : directories) {
      try {
        return createIn(directory, name, bytes);
      } catch (IOException e) {
        LOG.log(
            Level.WARNING, "no space for {0} bytes in {1}: {2}", bytes, directory, e.toString());
        last = e;
      }
    }
    throw last;
  }

  private static SharedRegion createIn(Path directory, String name, long bytes) throws IOException {
    long free = Files.getFileStore(directory).getUsableSpace();
    if (free < bytes) {
      throw new IOException("only " + free + " bytes are free");
    }
    Path unnamed = directory.resolve(name + UNFINISHED);
    try {
      fill(unnamed, bytes);
      return named(map(unnamed), unnamed, directory.resolve(name));
    } catch (IOException e) {
      Files.deleteIfExists(unnamed);
      throw e;
    }
  }

  private static SharedRegion named(SharedRegion region, Path unnamed, Path name)
      throws IOException {
    try {
      Files.move(unnamed, name, StandardCopyOption.ATOMIC_MOVE);
      return region;
    } catch (IOException e) {
      region.close();
      throw e;
    }
  }

  private static void fill(Path file, long bytes) throws IOException {
    var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    try (FileChannel channel = FileChannel.open(file, options, owner)) {
      ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(CHUNK, bytes));
      for (long left = bytes; left > 0; ) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), left));
        left -= channel.write(zeros);
      }
    }
  }

  private static SharedRegion map(Path file) throws IOException {
    Arena arena = Arena.ofShared();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), arena);
      return new SharedRegion(memory, arena::close);
    } catch (IOException e) {
      arena.close();
      throw e;
    }
  }

  /// Others may write into these directories: what they put there is as good as not there.
  @Override
  public Optional<SharedRegion> open(String name) throws IOException {
    for (Path directory : directories) {
      if (OwnFiles.isMine(directory.resolve(name))) {
        return Optional.of(map(directory.resolve(name)));
      }
    }
    return Optional.empty();
  }

  @Override
  public void remove(String name) {
    for (Path directory : directories) {
      delete(directory.resolve(name));
      delete(directory.resolve(name + UNFINISHED));
    }
  }

  @Override
  public void removeAll(String prefix) {
    for (Path directory : directories) {
      try (var files = Files.newDirectoryStream(directory, file -> begins(file, prefix))) {
        files.forEach(FileRegions::delete);
      } catch (IOException | DirectoryIteratorException e) {
        LOG.log(Level.WARNING, "cannot list {0}: {1}", directory, e.toString());
      }
    }
  }

  private static boolean begins(Path file, String prefix) {
    return file.getFileName().toString().startsWith(prefix);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "cannot delete {0}: {1}", file, e.toString());
    }
  }

  @Override
  public boolean shared() {
    return true;
  }
}
