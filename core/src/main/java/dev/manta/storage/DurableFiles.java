package dev.manta.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Files that are whole and on the disk once they have their name.
final class DurableFiles {
  static final String TEMPORARY_PREFIX = ".manta-tmp-";
  private static final int BUFFER_BYTES = 1 << 18;
  private static final int TRIES_MAX = 5;

  private DurableFiles() {}

  /// What is done with a finished temporary file to give it its name.
  private interface Publish {
    boolean as(Path temporary, Path target) throws IOException;
  }

  static void replace(Path target, ByteSource from) throws IOException {
    publish(target, from, DurableFiles::rename);
  }

  /// Makes the file unless it is there: a link fails when its name is taken, and never shows half a
  /// file.
  static boolean create(Path target, ByteSource from) throws IOException {
    return !Files.exists(target) && publish(target, from, DurableFiles::link);
  }

  private static boolean publish(Path target, ByteSource from, Publish publish) throws IOException {
    Path directory = parent(target);
    for (int attempt = 1; ; attempt++) {
      createDirectories(directory);
      Path temporary = directory.resolve(temporaryName());
      try {
        write(temporary, from);
        boolean done = publish.as(temporary, target);
        sync(directory);
        return done;
      } catch (IOException e) {
        // Somebody may delete the directory between its creation and its use.
        if (attempt == TRIES_MAX || Files.isDirectory(directory)) {
          throw e;
        }
      } finally {
        Files.deleteIfExists(temporary);
      }
    }
  }

  private static boolean rename(Path temporary, Path target) throws IOException {
    Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  private static boolean link(Path temporary, Path target) throws IOException {
    try {
      Files.createLink(target, temporary);
      return true;
    } catch (FileAlreadyExistsException taken) {
      return false;
    } catch (UnsupportedOperationException e) {
      throw new IOException("the file system has no hard links, which Manta's logs need", e);
    }
  }

  private static void write(Path temporary, ByteSource from) throws IOException {
    try (ReadableByteChannel in = from.open();
        FileChannel out =
            FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long expected = from.size();
      copy(in, out, expected);
      out.force(false);
    }
  }

  private static void copy(ReadableByteChannel in, FileChannel out, long expected)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(Math.clamp(expected, 1, BUFFER_BYTES));
    while (in.read(buffer) >= 0) {
      buffer.flip();
      while (buffer.hasRemaining()) {
        out.write(buffer);
      }
      buffer.clear();
    }
    ByteSource.requireSize(expected, out.position());
  }

  /// Creates the missing directories and makes each new name durable.
  static void createDirectories(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path above = parent(directory);
    createDirectories(above);
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw e;
      }
    }
    sync(above);
  }

  static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(false);
    }
  }

  static boolean isTemporary(Path file) {
    return name(file).startsWith(TEMPORARY_PREFIX);
  }

  static String name(Path file) {
    @Nullable Path name = file.getFileName();
    return name == null ? "" : name.toString();
  }

  private static String temporaryName() {
    return TEMPORARY_PREFIX
        + ProcessHandle.current().pid()
        + "-"
        + Long.toHexString(ThreadLocalRandom.current().nextLong());
  }

  private static Path parent(Path path) throws IOException {
    @Nullable Path parent = path.getParent();
    if (parent == null) {
      throw new IOException("the root directory cannot be written as a file");
    }
    return parent;
  }
}
