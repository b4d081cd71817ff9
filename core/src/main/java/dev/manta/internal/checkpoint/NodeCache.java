package dev.manta.internal.checkpoint;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.machine.OwnFiles;
import dev.manta.internal.machine.Scratch;
import dev.manta.internal.machine.UserCache;
import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Downloaded checkpoints, shared by the processes of one user on one machine. They lie in a
/// directory that only this user enters. Where somebody else has put one of its name, this process
/// has a directory of its own.
///
/// Copies of committed checkpoints stay when nobody reads them any more, as the next rank or the
/// next attempt wants the same: until they are old, or others need their space.
///
/// Two bytes of one lock file stand for each checkpoint: who holds the first alone may fill or
/// delete its directory, who shares the second reads it. A dead process holds neither.
final class NodeCache {
  private static final Limits USUAL = new Limits(16L << 30, Duration.ofDays(7));
  private static final Pattern KEY = Pattern.compile("[0-9a-f]{32}");
  private static final NodeCache SHARED = new NodeCache(places(), USUAL);

  private final List<Path> places;
  private final Limits limits;
  private @Nullable Path root;
  private boolean isShared;
  private @Nullable RegionLocks locks;
  private final Map<Path, Reading> readings = new HashMap<>();

  /// How many readers this process has, and the lock they share.
  private record Reading(int readers, RegionLocks.Held lock) {}

  /// How much is kept that nobody reads.
  ///
  /// @param bytes of all such copies; never more than a quarter of what the disk has for them
  /// @param age of each since its last use
  record Limits(long bytes, Duration age) {}

  NodeCache(Path shared) {
    this(List.of(shared), USUAL);
  }

  /// @param places the first of them is taken that can be made as one that only this user enters
  NodeCache(List<Path> places, Limits limits) {
    this.places = List.copyOf(places);
    this.limits = limits;
  }

  private static List<Path> places() {
    String name = "manta-checkpoints-" + System.getProperty("user.name");
    Path temporary = Scratch.temp().resolve(name);
    return Scratch.configured()
        .map(scratch -> List.of(scratch.resolve(name), temporary))
        .orElseGet(() -> List.of(UserCache.directory().resolve("checkpoints"), temporary));
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
        sweep(directory);
        readings.put(directory, new Reading(1, fill(checkpoint, key, directory)));
      }
      // Files without a manifest may be others the next time.
      boolean stays = isShared && checkpoint.manifest().isPresent();
      return OpenedDirectory.of(directory, () -> close(key, directory, stays));
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
    for (Path shared : places) {
      try {
        Files.createDirectories(shared.toAbsolutePath().getParent());
        Path made = OwnFiles.privateDirectory(shared);
        isShared = true;
        return made;
      } catch (IOException e) {
        System.getLogger("dev.manta.checkpoint")
            .log(System.Logger.Level.WARNING, "downloaded checkpoints are not kept there: " + e);
      }
    }
    return own();
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

  /// A copy that is whole, and when it was used last.
  private record Idle(Path copy, Instant used, long bytes) {}

  /// Deletes what was left halfway, what is old, and what there is no space for; the copy that was
  /// used last is the last to go.
  ///
  /// @param wanted the copy that is to be opened
  private void sweep(Path wanted) throws IOException {
    List<Idle> idle = new ArrayList<>();
    for (Path copy : copies()) {
      if (!readings.containsKey(copy) && !copy.equals(wanted)) {
        whole(copy).ifPresentOrElse(idle::add, () -> deleteIfFree(copy));
      }
    }
    idle.sort(Comparator.comparing(Idle::used).reversed());
    Instant oldest = Instant.now().minus(limits.age());
    long room = room(idle);
    for (Idle each : idle) {
      room -= each.bytes();
      if (room < 0 || each.used().isBefore(oldest)) {
        deleteIfFree(each.copy());
      }
    }
  }

  private long room(List<Idle> idle) throws IOException {
    long kept = idle.stream().mapToLong(Idle::bytes).sum();
    return Math.min(limits.bytes(), (Files.getFileStore(root()).getUsableSpace() + kept) / 4);
  }

  /// Empty where not all of it is there, or it cannot be read: it is of no use then.
  private static Optional<Idle> whole(Path copy) {
    try {
      var stamp = new CopyStamp(copy);
      Optional<Instant> used = stamp.used();
      return used.isEmpty()
          ? Optional.empty()
          : Optional.of(new Idle(copy, used.get(), stamp.bytes()));
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /// Deletes all copies that nobody reads.
  private void sweepAll(Path wanted) throws IOException {
    for (Path copy : copies()) {
      if (!readings.containsKey(copy) && !copy.equals(wanted)) {
        deleteIfFree(copy);
      }
    }
  }

  /// Leaves one alone that somebody downloads or reads.
  private void deleteIfFree(Path copy) {
    String key = copy.getFileName().toString();
    try {
      Optional<RegionLocks.Held> free = locks().tryAlone(key);
      if (free.isPresent()) {
        try (RegionLocks.Held _ = free.get()) {
          deleteUnread(key, copy);
        }
      }
    } catch (IOException e) {
      System.getLogger("dev.manta.checkpoint")
          .log(System.Logger.Level.WARNING, "cannot delete " + copy + ": " + e);
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
      var stamp = new CopyStamp(directory);
      if (isUsable(checkpoint, stamp, key)) {
        stamp.touch();
      } else {
        download(checkpoint, stamp);
        stamp.write();
      }
      return locks().together(key);
    }
  }

  /// One that others read is not looked into: they would lose it. What nobody reads any more and
  /// has no manifest may be others' files by now.
  private boolean isUsable(StoredCheckpoint checkpoint, CopyStamp stamp, String key)
      throws IOException {
    boolean kept = checkpoint.manifest().isPresent();
    return stamp.used().isPresent() && (!locks().isUnread(key) || (kept && stamp.holds()));
  }

  /// Where the disk is full, what nobody reads makes way.
  private void download(StoredCheckpoint checkpoint, CopyStamp stamp) throws IOException {
    try {
      downloadAnew(checkpoint, stamp);
    } catch (MantaException e) {
      if (!StorageFailure.isFull(e)) {
        throw e;
      }
      sweepAll(stamp.directory());
      downloadAnew(checkpoint, stamp);
    }
  }

  private static void downloadAnew(StoredCheckpoint checkpoint, CopyStamp stamp)
      throws IOException {
    Path directory = stamp.directory();
    stamp.remove();
    FileTree.delete(directory);
    if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      putAside(directory);
    }
    Files.createDirectories(directory);
    checkpoint.toDirectory(directory);
  }

  /// What cannot be deleted is left under a name of a copy that nobody asks for.
  private static void putAside(Path directory) throws IOException {
    String name = UUID.randomUUID().toString().replace("-", "");
    Files.move(directory, directory.resolveSibling(name));
  }

  private synchronized void close(String key, Path directory, boolean stays) {
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
      leave(key, directory, known.lock(), stays);
    } catch (IOException e) {
      throw StorageFailure.of("give up", Location.of(directory), e);
    }
  }

  private void leave(String key, Path directory, RegionLocks.Held reading, boolean stays)
      throws IOException {
    try (RegionLocks.Held _ = locks().alone(key)) {
      reading.close();
      if (!stays) {
        deleteUnread(key, directory);
      }
    }
  }

  /// Whoever is killed in the middle leaves no copy that looks complete.
  private void deleteUnread(String key, Path directory) throws IOException {
    if (locks().isUnread(key)) {
      new CopyStamp(directory).remove();
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
