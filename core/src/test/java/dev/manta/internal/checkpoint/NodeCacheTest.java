package dev.manta.internal.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.Extent.Whole;
import dev.manta.internal.machine.Foreign;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
  void aCheckpointIsDownloadedOnceAndDeletedByTheLastReader() {
    Checkpoint.Opened first = cache.open(checkpoint);
    storage.deletePrefix(ROOT);
    Checkpoint.Opened second = cache.open(checkpoint);
    assertThat(second.directory()).isEqualTo(first.directory());
    first.close();
    first.close();
    assertThat(second.directory().resolve("model.bin")).hasContent("weights");
    second.close();
    assertThat(second.directory()).doesNotExist();
  }

  @Test
  void whatADeadProcessLeftHalfwayIsDownloadedAgain() throws IOException {
    Path place;
    try (Checkpoint.Opened opened = cache.open(checkpoint)) {
      place = opened.directory();
    }
    Files.createDirectories(place);
    Files.writeString(place.resolve("model.bin"), "half");
    try (Checkpoint.Opened opened = cache.open(checkpoint)) {
      assertThat(opened.directory().resolve("model.bin")).hasContent("weights");
    }
  }

  /// Whoever is killed in the middle leaves what it has not deleted yet.
  @Test
  @Tag("bulk")
  void aCopyIsNotCalledCompleteWhileItIsDeleted() throws Exception {
    Checkpoint.Opened opened = cache.open(checkpoint);
    Path place = opened.directory();
    for (int i = 0; i < FILES; i++) {
      Files.createFile(place.resolve("file" + i));
    }
    Path complete = place.resolve(".complete");
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
  void whatAKilledReaderLeftIsDeletedByTheNext() throws IOException {
    Path left = Files.createDirectories(directory.resolve("cache/" + "ab".repeat(16)));
    Files.createFile(left.resolve("model.bin"));
    Files.createFile(left.resolve(".complete"));
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
    Path place;
    try (Checkpoint.Opened opened = cache.open(checkpoint)) {
      place = opened.directory();
    }
    Files.createDirectories(place);
    Files.writeString(place.resolve("model.bin"), "planted");
    Files.createFile(place.resolve(".complete"));
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
}
