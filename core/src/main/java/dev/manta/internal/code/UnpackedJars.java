package dev.manta.internal.code;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.manta.internal.machine.FileTree;
import dev.manta.internal.machine.HeldFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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

  /// A channel that nobody can reach is closed, and its lock with it.
  private static final Queue<FileChannel> KEPT_OPEN = new ConcurrentLinkedQueue<>();

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
    Path lock = root.resolve(name + LOCK);
    for (int i = 0; !HeldFiles.isSettled(lock) && i < LOOKS_MAX; i++) {
      if (HeldFiles.take(lock)) {
        settle(lock, directory, unpacking);
      } else {
        pause();
      }
    }
    if (!HeldFiles.isSettled(lock)) {
      throw new IOException("another part of this process has begun it and does not end");
    }
    return directory;
  }

  private void settle(Path lock, Path directory, Unpacking unpacking) throws IOException {
    try {
      KEPT_OPEN.add(held(lock, directory, unpacking));
      HeldFiles.settle(lock);
    } finally {
      if (!HeldFiles.isSettled(lock)) {
        HeldFiles.leave(lock);
      }
    }
  }

  private FileChannel held(Path lock, Path directory, Unpacking unpacking) throws IOException {
    FileChannel channel = open(lock);
    try {
      hold(channel, directory, unpacking);
      touch(channel);
      return channel;
    } catch (IOException | RuntimeException failed) {
      channel.close();
      throw failed;
    }
  }

  /// Says when the directory was used last, in the time of the lock file: to set that would open
  /// the file another time, and so lose the lock.
  private static void touch(FileChannel channel) throws IOException {
    channel.write(ByteBuffer.wrap(new byte[1]), 0);
  }

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

  private static void pause() throws IOException {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while another part of this process unpacks it", e);
    }
  }

  private static FileChannel open(Path lock) throws IOException {
    return FileChannel.open(lock, CREATE, READ, WRITE);
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
    Path lock = root.resolve(directory.getFileName() + LOCK);
    if (HeldFiles.take(lock)) {
      try {
        deleteUnlessLocked(directory, lock);
      } finally {
        HeldFiles.leave(lock);
      }
    }
  }

  private void deleteUnlessLocked(Path directory, Path lock) throws IOException {
    try (FileChannel channel = open(lock);
        FileLock alone = channel.tryLock()) {
      if (alone != null) {
        Path gone = root.resolve(directory.getFileName() + GONE);
        FileTree.delete(gone);
        Files.move(directory, gone, StandardCopyOption.ATOMIC_MOVE);
        FileTree.delete(gone);
      }
    }
  }
}
