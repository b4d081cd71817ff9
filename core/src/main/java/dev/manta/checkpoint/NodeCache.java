package dev.manta.checkpoint;

import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Downloaded checkpoints, shared by the processes of one user on one machine.
///
/// Two bytes of one lock file stand for each checkpoint: who holds the first alone may fill or
/// delete its directory, who shares the second reads it. A dead process holds neither.
final class NodeCache {
  private static final String COMPLETE = ".complete";
  private static final NodeCache SHARED =
      new NodeCache(
          Path.of(
              System.getProperty("java.io.tmpdir"),
              "manta-checkpoints-" + System.getProperty("user.name")));

  private final Path root;
  private final RegionLocks locks;
  private final Map<Path, Reading> readings = new HashMap<>();

  /// How many readers this process has, and the lock they share.
  private record Reading(int readers, RegionLocks.Held lock) {}

  NodeCache(Path root) {
    this.root = root;
    this.locks = new RegionLocks(root.resolve("locks"));
  }

  static NodeCache shared() {
    return SHARED;
  }

  synchronized Checkpoint.Opened open(StoredCheckpoint checkpoint) {
    String key = key(checkpoint);
    Path directory = root.resolve(key);
    try {
      Reading known = readings.get(directory);
      if (known != null) {
        readings.put(directory, new Reading(known.readers() + 1, known.lock()));
      } else {
        readings.put(directory, new Reading(1, fill(checkpoint, key, directory)));
      }
      return OpenedDirectory.of(directory, () -> close(key, directory));
    } catch (IOException e) {
      throw StorageFailure.of("download a checkpoint to", Location.of(directory), e);
    }
  }

  private RegionLocks.Held fill(StoredCheckpoint checkpoint, String key, Path directory)
      throws IOException {
    try (RegionLocks.Held _ = locks.alone(key)) {
      if (!Files.exists(directory.resolve(COMPLETE))) {
        deleteAll(directory);
        Files.createDirectories(directory);
        checkpoint.toDirectory(directory);
        Files.createFile(directory.resolve(COMPLETE));
      }
      return locks.together(key);
    }
  }

  private synchronized void close(String key, Path directory) {
    Reading known = readings.get(directory);
    if (known == null) {
      return;
    }
    if (known.readers() > 1) {
      readings.put(directory, new Reading(known.readers() - 1, known.lock()));
      return;
    }
    readings.remove(directory);
    try {
      leave(key, directory, known.lock());
    } catch (IOException e) {
      throw StorageFailure.of("give up", Location.of(directory), e);
    }
  }

  private void leave(String key, Path directory, RegionLocks.Held reading) throws IOException {
    try (RegionLocks.Held _ = locks.alone(key)) {
      reading.close();
      if (locks.isUnread(key)) {
        deleteAll(directory);
      }
    }
  }

  /// The directory's name: the content where it is known, else the place.
  private static String key(StoredCheckpoint checkpoint) {
    String content = checkpoint.manifest().map(known -> Checksum.sha256(known.bytes())).orElse("");
    String all = checkpoint.location() + "\n" + content;
    return Checksum.sha256(all.getBytes(StandardCharsets.UTF_8)).substring(0, 32);
  }

  private static void deleteAll(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> deepestLast;
    try (Stream<Path> files = Files.walk(directory)) {
      deepestLast = files.toList();
    }
    for (Path path : deepestLast.reversed()) {
      Files.deleteIfExists(path);
    }
  }
}
