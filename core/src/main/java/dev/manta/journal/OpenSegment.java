package dev.manta.journal;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// The local file that rows are written to until it is sealed.
final class OpenSegment implements AutoCloseable {
  private final long number;
  private final Path file;
  private final FileChannel channel;
  private final long openedNanos;
  private long length;

  private OpenSegment(long number, Path file, FileChannel channel, long openedNanos) {
    this.number = number;
    this.file = file;
    this.channel = channel;
    this.openedNanos = openedNanos;
  }

  static OpenSegment create(long number, Path file, long nowNanos) throws IOException {
    Path directory = Objects.requireNonNull(file.getParent());
    Files.createDirectories(directory);
    OpenSegment segment =
        new OpenSegment(number, file, FileChannel.open(file, CREATE_NEW, WRITE), nowNanos);
    try (FileChannel names = FileChannel.open(directory, READ)) {
      names.force(false);
    }
    return segment;
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
  boolean isOurs() {
    return Files.exists(file);
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
