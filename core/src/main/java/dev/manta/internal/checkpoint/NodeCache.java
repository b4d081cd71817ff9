package dev.manta.internal.checkpoint;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.machine.OwnFiles;
import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Downloaded checkpoints, shared by the processes of one user on one machine. They lie in a
/// directory that only this user enters. Where somebody else has put one of its name, this process
/// has a directory of its own.
///
/// Two bytes of one lock file stand for each checkpoint: who holds the first alone may fill or
/// delete its directory, who shares the second reads it. A dead process holds neither.
final class NodeCache {
  /// Names the temp directory of the machine; a worker's own one is for this worker alone.
  private static final String TEMP_PROPERTY = "manta.node.temp";

  private static final String COMPLETE = ".complete";
  private static final Pattern KEY = Pattern.compile("[0-9a-f]{32}");
  private static final NodeCache SHARED = new NodeCache(ofThisUser());

  private final Path shared;
  private @Nullable Path root;
  private @Nullable RegionLocks locks;
  private final Map<Path, Reading> readings = new HashMap<>();

  /// How many readers this process has, and the lock they share.
  private record Reading(int readers, RegionLocks.Held lock) {}

  /// @param shared the directory, where it can be made as one that only this user enters
  NodeCache(Path shared) {
    this.shared = shared;
  }

  private static Path ofThisUser() {
    String temporary = System.getProperty("java.io.tmpdir");
    return Path.of(
        System.getProperty(TEMP_PROPERTY, temporary),
        "manta-checkpoints-" + System.getProperty("user.name"));
  }

  static NodeCache shared() {
    return SHARED;
  }

  synchronized Checkpoint.Opened open(StoredCheckpoint checkpoint) {
    String key = key(checkpoint);
    Path directory = root().resolve(key);
    try {
      Reading known = readings.get(directory);
      if (known != null) {
        readings.put(directory, new Reading(known.readers() + 1, known.lock()));
      } else {
        sweep();
        readings.put(directory, new Reading(1, fill(checkpoint, key, directory)));
      }
      return OpenedDirectory.of(directory, () -> close(key, directory));
    } catch (IOException e) {
      throw StorageFailure.of("download a checkpoint to", Location.of(directory), e);
    }
  }

  private synchronized Path root() {
    Path found = root;
    if (found == null) {
      found = trusted();
      root = found;
    }
    return found;
  }

  private Path trusted() {
    try {
      Files.createDirectories(shared.toAbsolutePath().getParent());
      return OwnFiles.privateDirectory(shared);
    } catch (IOException e) {
      System.getLogger("dev.manta.checkpoint")
          .log(System.Logger.Level.WARNING, "downloaded checkpoints are not shared: " + e);
      return own();
    }
  }

  private static Path own() {
    try {
      Path directory = Files.createTempDirectory("manta-checkpoints-");
      directory.toFile().deleteOnExit();
      return directory;
    } catch (IOException e) {
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      throw StorageFailure.of("make a directory in", Location.of(temporary), e);
    }
  }

  private synchronized RegionLocks locks() {
    RegionLocks made = locks;
    if (made == null) {
      made = new RegionLocks(root().resolve("locks"));
      locks = made;
    }
    return made;
  }

  /// Deletes what readers left that were killed.
  private void sweep() throws IOException {
    for (Path copy : copies()) {
      String key = copy.getFileName().toString();
      if (!readings.containsKey(copy)) {
        Optional<RegionLocks.Held> free = locks().tryAlone(key);
        if (free.isPresent()) {
          try (RegionLocks.Held _ = free.get()) {
            deleteUnread(key, copy);
          }
        }
      }
    }
  }

  private List<Path> copies() throws IOException {
    List<Path> copies = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(root(), NodeCache::isCopy)) {
      all.forEach(copies::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return copies;
  }

  private static boolean isCopy(Path file) {
    return KEY.matcher(file.getFileName().toString()).matches();
  }

  private RegionLocks.Held fill(StoredCheckpoint checkpoint, String key, Path directory)
      throws IOException {
    try (RegionLocks.Held _ = locks().alone(key)) {
      if (!Files.exists(directory.resolve(COMPLETE))) {
        FileTree.delete(directory);
        Files.createDirectories(directory);
        checkpoint.toDirectory(directory);
        Files.createFile(directory.resolve(COMPLETE));
      }
      return locks().together(key);
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
    try (RegionLocks.Held _ = locks().alone(key)) {
      reading.close();
      deleteUnread(key, directory);
    }
  }

  /// Whoever is killed in the middle leaves no copy that looks complete.
  private void deleteUnread(String key, Path directory) throws IOException {
    if (locks().isUnread(key)) {
      Files.deleteIfExists(directory.resolve(COMPLETE));
      FileTree.delete(directory);
    }
  }

  /// The directory's name: the content where it is known, else the place.
  private static String key(StoredCheckpoint checkpoint) {
    String content = checkpoint.manifest().map(known -> Checksum.sha256(known.bytes())).orElse("");
    String all = checkpoint.location() + "\n" + content;
    return Checksum.sha256(all.getBytes(StandardCharsets.UTF_8)).substring(0, 32);
  }
}
