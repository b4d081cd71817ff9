package dev.manta.internal.checkpoint;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Locks between processes as single bytes of one file, two for each key.
///
/// The file stays open for the life of the process: closing any channel on a file drops all locks
/// that the process has on it. Callers make sure that one process asks for a byte only once at a
/// time.
final class RegionLocks {
  private static final Duration WAIT_MAX = Duration.ofHours(1);
  private static final long PAUSE_MILLIS = 20;

  private final Path file;
  private @Nullable FileChannel channel;

  RegionLocks(Path file) {
    this.file = file;
  }

  /// A lock; closing it gives it back.
  record Held(FileLock lock) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      lock.release();
    }
  }

  /// The right to change what belongs to the key.
  Held alone(String key) throws IOException {
    return await(key, position(key), false);
  }

  /// The same right, where nobody has it now.
  Optional<Held> tryAlone(String key) throws IOException {
    return Optional.ofNullable(tryLock(position(key), false)).map(Held::new);
  }

  /// The right to read what belongs to the key, beside other readers.
  Held together(String key) throws IOException {
    return await(key, position(key) + 1, true);
  }

  /// Whether no process reads what belongs to the key.
  boolean isUnread(String key) throws IOException {
    FileLock lock = tryLock(position(key) + 1, false);
    if (lock == null) {
      return false;
    }
    lock.release();
    return true;
  }

  /// Null where a process has the byte, be it this one.
  private @Nullable FileLock tryLock(long position, boolean shared) throws IOException {
    try {
      return channel().tryLock(position, 1, shared);
    } catch (OverlappingFileLockException mine) {
      return null;
    }
  }

  private Held await(String key, long position, boolean shared) throws IOException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < WAIT_MAX.toNanos()) {
      FileLock lock = channel().tryLock(position, 1, shared);
      if (lock != null) {
        return new Held(lock);
      }
      pause();
    }
    throw new IOException(
        "another process has held %s for %s; if it hangs, end it".formatted(key, WAIT_MAX));
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while another process downloaded", e);
    }
  }

  private synchronized FileChannel channel() throws IOException {
    FileChannel open = channel;
    if (open == null || !open.isOpen()) {
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      open = FileChannel.open(file, CREATE, READ, WRITE);
      channel = open;
    }
    return open;
  }

  private static long position(String key) {
    return Long.parseLong(key, 0, 10, 16) * 2;
  }
}
