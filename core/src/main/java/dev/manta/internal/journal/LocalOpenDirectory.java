package dev.manta.internal.journal;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.manta.storage.Location;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Open segments on the local disk.
public record LocalOpenDirectory(Path directory) implements OpenDirectory {
  @Override
  public OpenFile create(String name) throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve(name);
    FileChannel channel = FileChannel.open(file, CREATE_NEW, READ, WRITE);
    try (FileChannel names = FileChannel.open(directory, READ)) {
      var made = new LocalFile(file, channel, key(file));
      names.force(false);
      return made;
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

  @Override
  public List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).toList();
    } catch (NoSuchFileException | NotDirectoryException none) {
      return List.of();
    }
  }

  @Override
  public byte[] read(String name, long from) throws IOException {
    Path file = directory.resolve(name);
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(Math.min(from, Files.size(file)));
      return in.readAllBytes();
    }
  }

  @Override
  public void write(String name, byte[] bytes) throws IOException {
    Files.write(directory.resolve(name), bytes);
  }

  @Override
  public void move(String name, String to) throws IOException {
    Files.move(directory.resolve(name), directory.resolve(to), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(directory.resolve(name));
  }

  @Override
  public Location location() {
    return Location.of(directory);
  }

  private record LocalFile(Path file, FileChannel channel, Optional<Object> key)
      implements OpenFile {
    @Override
    public void write(long offset, byte[] bytes, int count) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, count);
      while (buffer.hasRemaining()) {
        channel.write(buffer, offset + buffer.position());
      }
      channel.force(false);
    }

    @Override
    public boolean isOurs() throws IOException {
      try {
        return LocalOpenDirectory.key(file).equals(key);
      } catch (NoSuchFileException gone) {
        return false;
      }
    }

    @Override
    public byte[] content(int length) throws IOException {
      if (!channel.isOpen()) {
        return Files.readAllBytes(file);
      }
      ByteBuffer rows = ByteBuffer.allocate(length);
      int read = 0;
      while (rows.hasRemaining() && read >= 0) {
        read = channel.read(rows, rows.position());
      }
      return rows.array();
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException ignored) {
        // The descriptor is gone either way.
      }
    }
  }
}
