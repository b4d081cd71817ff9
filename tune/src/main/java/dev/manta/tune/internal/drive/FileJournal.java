package dev.manta.tune.internal.drive;

import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// A file of this machine. Lines are with the system when a call returns, and on disk about a
/// second later: what a power failure takes is an end of the journal, as a kill leaves it.
final class FileJournal implements Journal {
  private static final Duration ON_DISK_WITHIN = Duration.ofSeconds(1);

  private final Path file;
  private final RandomAccessFile out;
  private long forced = System.nanoTime();

  private FileJournal(Path file, RandomAccessFile out) {
    this.file = file;
    this.out = out;
  }

  static byte[] bytes(Path file) {
    try {
      return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    } catch (IOException e) {
      throw StorageFailure.of("read", Location.of(file), e);
    }
  }

  /// Opens the file to append behind so many bytes; what follows them is dropped.
  static FileJournal behind(Path file, int bytes) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      var out = new RandomAccessFile(file.toFile(), "rw");
      out.setLength(bytes);
      out.seek(bytes);
      return new FileJournal(file, out);
    } catch (IOException e) {
      throw StorageFailure.of("open", Location.of(file), e);
    }
  }

  @Override
  public void append(byte[] bytes, int length) {
    try {
      out.write(bytes, 0, length);
      if (System.nanoTime() - forced > ON_DISK_WITHIN.toNanos()) {
        force();
      }
    } catch (IOException e) {
      throw StorageFailure.of("append to", Location.of(file), e);
    }
  }

  private void force() throws IOException {
    out.getFD().sync();
    forced = System.nanoTime();
  }

  @Override
  public void close() {
    try (out) {
      force();
    } catch (IOException e) {
      throw StorageFailure.of("close", Location.of(file), e);
    }
  }
}
