package dev.manta.storage;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Objects as files on a local or mounted disk.
public final class LocalStorage implements Storage {
  /// Reading into an array takes a detour through memory of this size, which each thread keeps.
  private static final long CHUNK_BYTES = 256 << 10;

  /// Native memory is filled without a detour, by as few calls as can be.
  private static final long NATIVE_CHUNK_BYTES = 1 << 30;

  @Override
  public void put(Location at, ByteSource from) {
    try {
      DurableFiles.replace(at.localPath(), from);
    } catch (IOException e) {
      throw StorageFailure.of("write", at, e);
    }
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    try {
      return DurableFiles.create(at.localPath(), ByteSource.of(bytes));
    } catch (IOException e) {
      throw StorageFailure.of("write", at, e);
    }
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    try (FileChannel in = FileChannel.open(at.localPath(), StandardOpenOption.READ)) {
      long most = into.isNative() ? NATIVE_CHUNK_BYTES : CHUNK_BYTES;
      for (long done = 0; done < into.byteSize(); done += most) {
        long count = Math.min(most, into.byteSize() - done);
        fill(in, offset + done, into.asSlice(done, count).asByteBuffer());
      }
    } catch (IOException e) {
      throw StorageFailure.of("read", at, e);
    }
  }

  /// Of one file from its first byte to its last, though another one may get its name meanwhile.
  @Override
  public Optional<byte[]> find(Location at) {
    try {
      return size(at).isPresent()
          ? Optional.of(Files.readAllBytes(at.localPath()))
          : Optional.empty();
    } catch (NoSuchFileException deletedMeanwhile) {
      return Optional.empty();
    } catch (IOException e) {
      throw StorageFailure.of("read", at, e);
    }
  }

  private static void fill(FileChannel in, long offset, ByteBuffer into) throws IOException {
    while (into.hasRemaining()) {
      int count = in.read(into, offset + into.position());
      if (count < 0) {
        throw new EOFException(
            "it ends after %s bytes, wanted were %s from %s"
                .formatted(in.size(), into.capacity(), offset));
      }
    }
  }

  @Override
  public OptionalLong size(Location at) {
    try {
      BasicFileAttributes found = Files.readAttributes(at.localPath(), BasicFileAttributes.class);
      return found.isRegularFile() ? OptionalLong.of(found.size()) : OptionalLong.empty();
    } catch (NoSuchFileException absent) {
      return OptionalLong.empty();
    } catch (IOException e) {
      throw StorageFailure.of("look at", at, e);
    }
  }

  @Override
  public List<Entry> list(Location prefix) {
    try {
      List<Entry> entries = new ArrayList<>();
      collect(prefix.localPath(), new HashSet<>(), entries);
      entries.sort((a, b) -> a.at().path().compareTo(b.at().path()));
      return Collections.unmodifiableList(entries);
    } catch (IOException e) {
      throw StorageFailure.of("list", prefix, e);
    }
  }

  /// @param above the directories on the way: a link back to one of them leads to nothing new
  private static void collect(Path path, Set<Object> above, List<Entry> into) throws IOException {
    try {
      BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
      if (found.isDirectory()) {
        Object self = found.fileKey() == null ? path : found.fileKey();
        if (above.add(self)) {
          for (Path child : childrenOf(path)) {
            collect(child, above, into);
          }
          above.remove(self);
        }
      } else if (found.isRegularFile() && !DurableFiles.isTemporary(path)) {
        into.add(new Entry(Location.of(path), found.size(), found.lastModifiedTime().toInstant()));
      }
    } catch (NoSuchFileException deletedMeanwhile) {
      // Nothing to list.
    }
  }

  private static List<Path> childrenOf(Path directory) throws IOException {
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      List<Path> children = new ArrayList<>();
      stream.forEach(children::add);
      return children;
    } catch (NoSuchFileException | NotDirectoryException none) {
      return List.of();
    }
  }

  @Override
  public List<String> children(Location prefix) {
    try {
      List<String> names = new ArrayList<>();
      for (Path child : childrenOf(prefix.localPath())) {
        if (!DurableFiles.isTemporary(child)) {
          names.add(DurableFiles.name(child));
        }
      }
      Collections.sort(names);
      return Collections.unmodifiableList(names);
    } catch (IOException e) {
      throw StorageFailure.of("list", prefix, e);
    }
  }

  @Override
  public void deletePrefix(Location prefix) {
    try {
      delete(prefix.localPath());
    } catch (IOException e) {
      throw StorageFailure.of("delete", prefix, e);
    }
  }

  private static void delete(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      for (Path child : childrenOf(path)) {
        delete(child);
      }
    }
    Files.deleteIfExists(path);
  }

  @Override
  public void sweep(Location prefix, Duration age) {
    try {
      sweep(prefix.localPath(), Instant.now().minus(age));
    } catch (IOException e) {
      throw StorageFailure.of("sweep", prefix, e);
    }
  }

  private static void sweep(Path directory, Instant before) throws IOException {
    for (Path child : childrenOf(directory)) {
      if (DurableFiles.isTemporary(child)) {
        deleteIfOlder(child, before);
      } else if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
        boolean old = !Files.getLastModifiedTime(child).toInstant().isAfter(before);
        sweep(child, before);
        deleteIfEmpty(child, old);
      }
    }
  }

  /// Deleting a directory fails when something is in it, so a writer that comes meanwhile loses
  /// nothing.
  private static void deleteIfEmpty(Path directory, boolean old) throws IOException {
    if (old) {
      try {
        Files.deleteIfExists(directory);
      } catch (DirectoryNotEmptyException inUse) {
        // It stays.
      }
    }
  }

  private static void deleteIfOlder(Path file, Instant before) throws IOException {
    try {
      if (!Files.getLastModifiedTime(file).toInstant().isAfter(before)) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException finishedMeanwhile) {
      // Its writer was alive.
    }
  }
}
