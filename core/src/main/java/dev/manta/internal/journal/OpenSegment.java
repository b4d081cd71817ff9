package dev.manta.internal.journal;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;

/// The local file that rows are written to until it is sealed.
final class OpenSegment implements AutoCloseable {
  private final long number;
  private final Path file;
  private final FileChannel channel;
  private final Optional<Object> key;
  private final long openedNanos;
  private long length;

  private OpenSegment(long number, Path file, FileChannel channel, long openedNanos)
      throws IOException {
    this.number = number;
    this.file = file;
    this.channel = channel;
    this.key = key(file);
    this.openedNanos = openedNanos;
  }

  static OpenSegment create(long number, Path file, long nowNanos) throws IOException {
    Path directory = Objects.requireNonNull(file.getParent());
    Files.createDirectories(directory);
    FileChannel channel = FileChannel.open(file, CREATE_NEW, READ, WRITE);
    try (FileChannel names = FileChannel.open(directory, READ)) {
      var segment = new OpenSegment(number, file, channel, nowNanos);
      names.force(false);
      return segment;
    } catch (IOException e) {
      channel.close();
      Files.deleteIfExists(file);
      throw e;
    }
  }

  /// What tells a file from another one of the same name; empty where the system has no such thing.
  private static Optional<Object> key(Path file) throws IOException {
    return Optional.ofNullable(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
  }

  /// Writes rows and makes them durable; after an error the same rows can be written again.
  void write(byte[] rows, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(rows, 0, count);
    while (buffer.hasRemaining()) {
      channel.write(buffer, length + buffer.position());
    }
    channel.force(false);
    length += count;
  }

  /// Whether the file still has its name; a later controller takes it away before it reads it, so
  /// what was written while this was true is never lost.
  boolean isOurs() throws IOException {
    try {
      return key(file).equals(key);
    } catch (NoSuchFileException gone) {
      return false;
    }
  }

  /// The same under the same name, whose file was deleted: what was written is still there as long
  /// as this is open.
  OpenSegment again() throws IOException {
    byte[] rows = content();
    if (Files.exists(file)) {
      Files.move(file, Path.of(file + ".replaced"), StandardCopyOption.REPLACE_EXISTING);
    }
    OpenSegment next = create(number, file, openedNanos);
    try {
      next.write(rows, rows.length);
    } catch (IOException e) {
      next.close();
      Files.deleteIfExists(file);
      throw e;
    }
    close();
    return next;
  }

  /// All that was written; of one that is closed, what the file holds.
  byte[] content() throws IOException {
    if (!channel.isOpen()) {
      return Files.readAllBytes(file);
    }
    ByteBuffer rows = ByteBuffer.allocate(Math.toIntExact(length));
    int read = 0;
    while (rows.hasRemaining() && read >= 0) {
      read = channel.read(rows, rows.position());
    }
    return rows.array();
  }

  long number() {
    return number;
  }

  Path file() {
    return file;
  }

  long length() {
    return length;
  }

  long ageNanos(long nowNanos) {
    return nowNanos - openedNanos;
  }

  /// Never fails: what was written is durable already.
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException ignored) {
      // The descriptor is gone either way.
    }
  }
}
