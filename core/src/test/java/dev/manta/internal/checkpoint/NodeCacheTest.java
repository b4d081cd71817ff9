package dev.manta.internal.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.Extent.Whole;
import dev.manta.internal.machine.Foreign;
import dev.manta.storage.ByteSource;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeCacheTest {
  private static final Location ROOT = Location.parse("mem:run/checkpoints");

  private static final int FILES = 3000;

  @TempDir Path directory;

  private final MemoryStorage storage = new MemoryStorage();
  private NodeCache cache;
  private StoredCheckpoint checkpoint;

  @BeforeEach
  void commit() throws IOException {
    cache = new NodeCache(directory.resolve("cache"));
    checkpoint = commit("c");
  }

  private StoredCheckpoint commit(String name) throws IOException {
    Path files = Files.createDirectory(directory.resolve("files-" + name));
    Files.writeString(files.resolve("model.bin"), "weights");
    CheckpointStore store = new CheckpointStore(storage, ROOT);
    Moment moment = new Moment(1, 1, 1, 1, false);
    Committed committed =
        store.commit(List.of(store.store(name, 0, new Whole(), moment, LocalCheckpoint.of(files))));
    return (StoredCheckpoint) store.load(committed);
  }

  @Test
  void aCheckpointIsDownloadedOnceAndStaysForTheNextReader() {
    Checkpoint.Opened first = cache.open(checkpoint);
    storage.deletePrefix(ROOT);
    Checkpoint.Opened second = cache.open(checkpoint);
    assertThat(second.directory()).isEqualTo(first.directory());
    first.close();
    first.close();
    assertThat(second.directory().resolve("model.bin")).hasContent("weights");
    second.close();
    try (Checkpoint.Opened third = new NodeCache(directory.resolve("cache")).open(checkpoint)) {
      assertThat(third.directory().resolve("model.bin")).hasContent("weights");
    }
  }

  @Test
  void filesWithoutAManifestAreDownloadedAnewAsTheyMayHaveChanged() {
    Location place = Location.parse("mem:files");
    put(place.resolve("a"), "first");
    try (Checkpoint.Opened opened = cache.open(StoredCheckpoint.at(storage, place))) {
      assertThat(opened.directory().resolve("a")).hasContent("first");
    }
    put(place.resolve("a"), "other");
    try (Checkpoint.Opened opened = cache.open(StoredCheckpoint.at(storage, place))) {
      assertThat(opened.directory().resolve("a")).hasContent("other");
    }
  }

  private void put(Location at, String text) {
    storage.put(at, ByteSource.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aCopyThatSomebodyHasChangedIsDownloadedAgain() throws IOException {
    Checkpoint.Opened opened = cache.open(checkpoint);
    Files.writeString(opened.directory().resolve("model.bin"), "changed");
    opened.close();
    try (Checkpoint.Opened again = cache.open(checkpoint)) {
      assertThat(again.directory().resolve("model.bin")).hasContent("weights");
    }
  }

  private NodeCache limited(long bytes, Duration age) {
    return new NodeCache(List.of(directory.resolve("cache")), new NodeCache.Limits(bytes, age));
  }

  private Path copied(NodeCache by, StoredCheckpoint what) {
    try (Checkpoint.Opened opened = by.open(what)) {
      return opened.directory();
    }
  }

  private static Path stamp(Path copy) {
    return new CopyStamp(copy).file();
  }

  @Test
  void whatWasNotUsedForLongMakesRoomForWhatIs() throws IOException {
    NodeCache small = limited(2L * "weights".length(), Duration.ofDays(1));
    Path first = copied(small, checkpoint);
    Path second = copied(small, commit("d"));
    Files.setLastModifiedTime(stamp(second), FileTime.from(Instant.now().minusSeconds(60)));
    Path third = copied(small, commit("e"));
    copied(small, commit("f"));
    assertThat(first).exists();
    assertThat(second).doesNotExist();
    assertThat(third).exists();
  }

  @Test
  void whatIsOldIsDeleted() throws IOException {
    NodeCache forgetful = limited(1 << 20, Duration.ofDays(1));
    Path old = copied(forgetful, checkpoint);
    Files.setLastModifiedTime(stamp(old), FileTime.from(Instant.now().minus(Duration.ofDays(2))));
    copied(forgetful, commit("d"));
    assertThat(old).doesNotExist();
  }

  @Test
  void aPlaceThatCannotBeWrittenIsPassedOver() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    Path second = directory.resolve("second");
    var limits = new NodeCache.Limits(1 << 20, Duration.ofDays(1));
    var cache = new NodeCache(List.of(file.resolve("cache"), second), limits);
    assertThat(copied(cache, checkpoint).getParent()).isEqualTo(second);
  }

  @Test
  void whatADeadProcessLeftHalfwayIsDownloadedAgain() throws IOException {
    Path place = copied(cache, checkpoint);
    Files.writeString(place.resolve("model.bin"), "half");
    Files.delete(stamp(place));
    try (Checkpoint.Opened opened = cache.open(checkpoint)) {
      assertThat(opened.directory().resolve("model.bin")).hasContent("weights");
    }
  }

  /// Whoever is killed in the middle leaves what it has not deleted yet.
  @Test
  @Tag("bulk")
  void aCopyIsNotCalledCompleteWhileItIsDeleted() throws Exception {
    put(Location.parse("mem:files/a"), "first");
    var files = StoredCheckpoint.at(storage, Location.parse("mem:files"));
    Checkpoint.Opened opened = cache.open(files);
    Path place = opened.directory();
    for (int i = 0; i < FILES; i++) {
      Files.createFile(place.resolve("file" + i));
    }
    Path complete = stamp(place);
    assertThat(complete).exists();
    int all = place.toFile().list().length;
    Thread deleting = Thread.ofPlatform().start(opened::close);
    String[] seen = place.toFile().list();
    while (seen != null && seen.length == all) {
      seen = place.toFile().list();
    }
    assertThat(complete).doesNotExist();
    deleting.join();
  }

  @Test
  void whatWasLeftHalfwayIsDeletedByTheNext() throws IOException {
    Path left = Files.createDirectories(directory.resolve("cache/" + "ab".repeat(16)));
    Files.createFile(left.resolve("model.bin"));
    cache.open(checkpoint).close();
    assertThat(left).doesNotExist();
  }

  @Test
  void whatAnotherReadsIsNotDeleted() throws IOException {
    try (Checkpoint.Opened mine = new NodeCache(directory.resolve("cache")).open(checkpoint)) {
      cache.open(commit("d")).close();
      assertThat(mine.directory().resolve("model.bin")).exists();
    }
  }

  @Test
  void aDirectoryOfAnotherUserIsNotTrusted() throws IOException {
    Path place = copied(cache, checkpoint);
    Files.writeString(place.resolve("model.bin"), "planted");
    new CopyStamp(place).write();
    assumeTrue(Foreign.give(directory.resolve("cache")), "only root can give files away");
    try (Checkpoint.Opened opened = new NodeCache(directory.resolve("cache")).open(checkpoint)) {
      assertThat(opened.directory().resolve("model.bin")).hasContent("weights");
    }
  }

  @Test
  void aDirectoryThatOthersCanWriteIsNotTrusted() throws IOException {
    Path open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    try (Checkpoint.Opened opened = new NodeCache(open).open(checkpoint)) {
      assertThat(opened.directory().resolve("model.bin")).hasContent("weights");
      assertThat(open).isEmptyDirectory();
    }
  }

  @Test
  void aDamagedFileIsAnErrorEveryTime() {
    storage.put(
        ROOT.resolve("c/model.bin"), ByteSource.of("wEights".getBytes(StandardCharsets.UTF_8)));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> cache.open(checkpoint))
          .isInstanceOf(MantaException.class)
          .hasMessageContaining("is damaged");
    }
  }

  /// Its lock is gone with it, its copy is not.
  private void readAndBeKilled(StoredCheckpoint files) throws IOException {
    Path aside = directory.resolve("aside");
    Checkpoint.Opened opened = cache.open(files);
    Files.move(opened.directory(), aside);
    Files.move(stamp(opened.directory()), stamp(aside));
    opened.close();
    Files.move(aside, opened.directory());
    Files.move(stamp(aside), stamp(opened.directory()));
  }

  @Test
  void filesWithoutAManifestAreDownloadedAnewAfterTheirReaderWasKilled() throws IOException {
    Location place = Location.parse("mem:models");
    put(place.resolve("model.bin"), "old weights");
    readAndBeKilled(StoredCheckpoint.at(storage, place));
    put(place.resolve("model.bin"), "new weights");
    var next = new NodeCache(directory.resolve("cache"));
    try (Checkpoint.Opened opened = next.open(StoredCheckpoint.at(storage, place))) {
      assertThat(opened.directory().resolve("model.bin")).hasContent("new weights");
    }
  }

  @Test
  void aCheckpointIsNotDownloadedAnewAfterItsReaderWasKilled() throws IOException {
    readAndBeKilled(checkpoint);
    storage.deletePrefix(ROOT);
    var next = new NodeCache(directory.resolve("cache"));
    assertThat(copied(next, checkpoint).resolve("model.bin")).hasContent("weights");
  }

  @Test
  void aFileOfTheUserMayBeCalledLikeAStamp() {
    Location place = Location.parse("mem:models");
    put(place.resolve(".complete"), "of the user");
    try (Checkpoint.Opened opened = cache.open(StoredCheckpoint.at(storage, place))) {
      assertThat(opened.directory().resolve(".complete")).hasContent("of the user");
    }
  }

  @Test
  void whatNobodyReadsMakesRoomOnAFullDisk() throws IOException {
    Path idle = copied(cache, commit("d"));
    var full = new HookedStorage(storage, (operation, at) -> requireRoom(operation, at, idle));
    Location place = Location.parse("mem:models");
    put(place.resolve("model.bin"), "large");
    try (Checkpoint.Opened opened = cache.open(StoredCheckpoint.at(full, place))) {
      assertThat(opened.directory().resolve("model.bin")).hasContent("large");
    }
    assertThat(idle).doesNotExist();
  }

  private static void requireRoom(String operation, Location at, Path taken) {
    if (operation.equals("read") && Files.exists(taken)) {
      throw StorageFailure.of("write", at, new IOException("No space left on device"));
    }
  }

  @Test
  void aCopyThatCannotBeReadIsDownloadedAgain() throws IOException {
    Path copy = copied(cache, checkpoint);
    Files.delete(stamp(copy));
    Files.createDirectory(stamp(copy));
    assertThat(copied(cache, checkpoint).resolve("model.bin")).hasContent("weights");
    assertThat(stamp(copy)).isRegularFile();
  }

  @Test
  void aCopyThatCannotBeReadDoesNotKeepOthersFromBeingOpened() throws IOException {
    assumeFalse(System.getProperty("user.name").equals("root"), "root can read everything");
    Path copy = copied(cache, checkpoint);
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("---------"));
    try {
      assertThat(copied(cache, commit("d")).resolve("model.bin")).hasContent("weights");
      assertThat(copied(cache, checkpoint).resolve("model.bin")).hasContent("weights");
    } finally {
      giveBack();
    }
  }

  private void giveBack() throws IOException {
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(directory.resolve("cache"), Files::isDirectory)) {
      for (Path each : all) {
        Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwx------"));
      }
    }
  }
}
