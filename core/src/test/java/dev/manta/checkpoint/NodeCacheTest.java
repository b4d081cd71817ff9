package dev.manta.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.checkpoint.Extent.Whole;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.Foreign;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeCacheTest {
  private static final Location ROOT = Location.parse("mem:run/checkpoints");

  @TempDir Path directory;

  private final MemoryStorage storage = new MemoryStorage();
  private NodeCache cache;
  private StoredCheckpoint checkpoint;

  @BeforeEach
  void commit() throws IOException {
    cache = new NodeCache(directory.resolve("cache"));
    Path files = Files.createDirectory(directory.resolve("files"));
    Files.writeString(files.resolve("model.bin"), "weights");
    CheckpointStore store = new CheckpointStore(storage, ROOT);
    Moment moment = new Moment(1, 1, 1, 1, false);
    Committed committed =
        store.commit(List.of(store.store("c", 0, new Whole(), moment, LocalCheckpoint.of(files))));
    checkpoint = (StoredCheckpoint) store.load(committed);
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
    storage.put(ROOT.resolve("c/model.bin"), Source.of("wEights".getBytes(StandardCharsets.UTF_8)));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> cache.open(checkpoint))
          .isInstanceOf(MantaException.class)
          .hasMessageContaining("is damaged");
    }
  }
}
