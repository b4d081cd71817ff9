package dev.manta.internal.checkpoint;

import dev.manta.internal.machine.InParallel;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads files of checkpoints from storage, checking them on the way.
final class FileCopies {
  /// How many files of a checkpoint are read or written at a time.
  static final int AT_ONCE = 8;

  private static final int BUFFER_BYTES = 1 << 20;

  private FileCopies() {}

  static StoredFile measure(Storage storage, Location at, String path, long size) {
    try {
      return new StoredFile(path, size, new StoredBlocks(storage, at, size).pass((_, _) -> {}));
    } catch (IOException e) {
      throw StorageFailure.of("read", at, e);
    }
  }

  /// What a file that is to be stored looks like.
  static StoredFile measure(Path file, String path) {
    Checksum.Counting source = new Checksum.Counting(ByteSource.of(file));
    readAll(source, Location.of(file));
    return new StoredFile(path, source.bytes(), source.crc32c());
  }

  static Optional<Damage> checkSize(
      Storage storage, Location root, String name, StoredFile expected) {
    Location at = root.resolve(expected.path());
    OptionalLong size = storage.size(at);
    if (size.isPresent() && size.getAsLong() == expected.size()) {
      return Optional.empty();
    }
    String found = size.isEmpty() ? "nothing" : size.getAsLong() + " bytes";
    return Optional.of(new Damage(name, at, expected.size() + " bytes", found));
  }

  static Optional<Damage> check(Storage storage, Location root, String name, StoredFile expected) {
    Optional<Damage> wrongSize = checkSize(storage, root, name, expected);
    if (wrongSize.isPresent()) {
      return wrongSize;
    }
    Location at = root.resolve(expected.path());
    return compare(name, at, expected, measure(storage, at, expected.path(), expected.size()));
  }

  private static Optional<Damage> compare(
      String name, Location at, StoredFile expected, StoredFile found) {
    return expected.equals(found)
        ? Optional.empty()
        : Optional.of(
            new Damage(name, at, "crc32c " + expected.crc32c(), "crc32c " + found.crc32c()));
  }

  /// Copies files; a wrong checksum is an error and leaves no file.
  static void download(
      Storage storage, Location root, List<StoredFile> files, TargetDirectory target) {
    InParallel.map(
        files,
        AT_ONCE,
        file -> {
          download(storage, root, file, target);
          return file;
        });
    try {
      target.directory("");
      target.requireApart(files);
    } catch (IOException e) {
      throw StorageFailure.of("copy " + root + " to", Location.of(target.root()), e);
    }
  }

  private static void download(
      Storage storage, Location root, StoredFile file, TargetDirectory target) {
    Location at = root.resolve(file.path());
    try (FileChannel out = target.create(file.path())) {
      String crc =
          new StoredBlocks(storage, at, file.size())
              .pass((offset, bytes) -> write(bytes, out, offset));
      StoredFile found = new StoredFile(file.path(), file.size(), crc);
      if (!file.crc32c().isEmpty() && !found.equals(file)) {
        target.delete(file.path());
        throw new Damage(root.name(), at, "crc32c " + file.crc32c(), "crc32c " + found.crc32c())
            .failure();
      }
    } catch (IOException e) {
      throw StorageFailure.of("copy " + at + " to", Location.of(target.root()), e);
    }
  }

  private static void write(ByteBuffer bytes, FileChannel out, long offset) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes, offset + bytes.position());
    }
  }

  private static void readAll(ByteSource source, Location at) {
    try {
      pump(source, Channels.newChannel(OutputStream.nullOutputStream()));
    } catch (IOException e) {
      throw StorageFailure.of("read", at, e);
    }
  }

  private static void pump(ByteSource source, WritableByteChannel out) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(Math.clamp(source.size(), 1, BUFFER_BYTES));
    try (ReadableByteChannel in = source.open()) {
      while (in.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          out.write(buffer);
        }
        buffer.clear();
      }
    }
  }
}
