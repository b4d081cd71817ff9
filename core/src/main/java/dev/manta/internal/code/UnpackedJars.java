package dev.manta.internal.code;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.manta.internal.machine.FileTree;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Directories of unpacked jars, each named by its jar's content: there or not, never in part.
///
/// Who uses one holds a shared lock on the file beside it until the process ends, and only one that
/// nobody uses is deleted.
final class UnpackedJars {
  private static final Duration UNUSED = Duration.ofDays(30);
  private static final int KEPT = 5;
  private static final String NEW = ".new";
  private static final String GONE = ".gone";
  private static final String LOCK = ".lock";
  private static final int LOOKS_MAX = 12_000;
  private static final long LOOK_MILLIS = 50;

  private final Path root;

  UnpackedJars(Path root) {
    this.root = root;
  }

  /// Writes the content of a jar into an empty directory.
  interface Unpacking {
    void into(Path directory) throws IOException;
  }

  /// The directory of a content, unpacked if need be, and kept from being deleted while this
  /// process runs.
  Path get(String name, Unpacking unpacking) throws IOException {
    Files.createDirectories(root);
    Path directory = root.resolve(name);
    FileChannel channel = open(name);
    try {
      hold(channel, directory, unpacking);
    } catch (OverlappingFileLockException held) {
      channel.close();
      awaitOther(directory);
    }
    Files.setLastModifiedTime(root.resolve(name + LOCK), FileTime.from(Instant.now()));
    return directory;
  }

  /// The lock ends with the process, so nobody closes the channel.
  private void hold(FileChannel channel, Path directory, Unpacking unpacking) throws IOException {
    while (true) {
      FileLock shared = channel.lock(0, Long.MAX_VALUE, true);
      if (Files.isDirectory(directory)) {
        return;
      }
      shared.release();
      unpackAlone(channel, directory, unpacking);
    }
  }

  /// Another class loader of this process has Manta too, and holds the directory or unpacks it.
  private static void awaitOther(Path directory) throws IOException {
    try {
      for (int i = 0; i < LOOKS_MAX && !Files.isDirectory(directory); i++) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!Files.isDirectory(directory)) {
      throw new IOException("another part of this process has begun it and does not end");
    }
  }

  private FileChannel open(String name) throws IOException {
    return FileChannel.open(root.resolve(name + LOCK), CREATE, READ, WRITE);
  }

  private void unpackAlone(FileChannel channel, Path directory, Unpacking unpacking)
      throws IOException {
    try (FileLock alone = channel.lock()) {
      assert alone.isValid();
      if (Files.isDirectory(directory)) {
        return;
      }
      Path fresh = root.resolve(directory.getFileName() + NEW);
      FileTree.delete(fresh);
      deleteUnused();
      try {
        unpacking.into(Files.createDirectory(fresh));
        Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        FileTree.delete(fresh);
      }
    }
  }

  /// Deletes what nobody has used for a month, and all but the few that were used last.
  void deleteUnused() throws IOException {
    FileTime oldest = FileTime.from(Instant.now().minus(UNUSED));
    List<Path> newestFirst = newestFirst();
    for (int i = 0; i < newestFirst.size(); i++) {
      Path directory = newestFirst.get(i);
      if (i >= KEPT - 1 || used(directory).compareTo(oldest) < 0) {
        deleteIfFree(directory);
      }
    }
  }

  private List<Path> newestFirst() throws IOException {
    try (Stream<Path> all = Files.list(root)) {
      List<Path> directories =
          new ArrayList<>(all.filter(Files::isDirectory).filter(UnpackedJars::isWhole).toList());
      directories.sort(Comparator.comparing(this::used).reversed());
      return directories;
    }
  }

  /// What is being unpacked or deleted belongs to whoever does that.
  private static boolean isWhole(Path directory) {
    String name = directory.getFileName().toString();
    return !name.endsWith(NEW) && !name.endsWith(GONE);
  }

  private FileTime used(Path directory) {
    try {
      return Files.getLastModifiedTime(root.resolve(directory.getFileName() + LOCK));
    } catch (IOException unknown) {
      return FileTime.fromMillis(0);
    }
  }

  /// Lock files stay: who waits for one must not be alone with a deleted one.
  private void deleteIfFree(Path directory) throws IOException {
    try (FileChannel channel = open(directory.getFileName().toString());
        FileLock alone = channel.tryLock()) {
      if (alone != null) {
        Path gone = root.resolve(directory.getFileName() + GONE);
        FileTree.delete(gone);
        Files.move(directory, gone, StandardCopyOption.ATOMIC_MOVE);
        FileTree.delete(gone);
      }
    } catch (OverlappingFileLockException mine) {
      return;
    }
  }
}
