package dev.manta.internal.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.Extent.Whole;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a checkpoint is made of: files; the rest is refused by name, not left out.
@Timeout(300)
class LocalFilesTest {
  private static final Moment MOMENT = new Moment(1, 4, 100, 3, false);

  @TempDir Path directory;
  private Path files;

  @BeforeEach
  void make() throws IOException {
    files = Files.createDirectory(directory.resolve("files"));
    Files.writeString(files.resolve("model"), "weights");
  }

  private StoredPart stored() {
    var store = new CheckpointStore(new MemoryStorage(), Location.parse("mem:run/checkpoints"));
    return store.store("c", 0, new Whole(), MOMENT, LocalCheckpoint.of(files));
  }

  private void assertRefused(Path file, String what) {
    Checkpoint checkpoint = Checkpoint.fromDirectory(files);
    assertThatThrownBy(this::stored)
        .isInstanceOf(MantaException.class)
        .hasMessageContaining(file + " is " + what);
    assertThatThrownBy(() -> checkpoint.toDirectory(directory.resolve("target")))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining(file + " is " + what);
  }

  private static Path pipe(Path at) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("mkfifo", at.toString()).start().waitFor()).isZero();
    return at;
  }

  @Test
  void aPipeIsRefusedAndNotWaitedFor() throws Exception {
    assertRefused(pipe(files.resolve("pipe")), "a pipe, a socket or a device");
  }

  @Test
  void aLinkToADeviceIsRefused() throws IOException {
    Path link = Files.createSymbolicLink(files.resolve("zeros"), Path.of("/dev/zero"));
    assertRefused(link, "a link to a pipe, a socket or a device");
  }

  @Test
  void aLinkToADirectoryIsRefused() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    assertRefused(Files.createSymbolicLink(files.resolve("deep"), other), "a link to a directory");
  }

  @Test
  void aLinkThatLeadsBackIsRefused() throws IOException {
    assertRefused(Files.createSymbolicLink(files.resolve("loop"), files), "a link to a directory");
  }

  @Test
  void aLinkToNothingIsRefused() throws IOException {
    Path link = Files.createSymbolicLink(files.resolve("lost"), directory.resolve("nowhere"));
    assertRefused(link, "a link to nothing");
  }

  @Test
  void aLinkToAFileIsTheFile() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "optimizer");
    Files.createSymbolicLink(files.resolve("linked"), other);
    assertThat(stored().files()).extracting(StoredFile::path).containsExactly("linked", "model");
    Path target = directory.resolve("target");
    Checkpoint.fromDirectory(files).toDirectory(target);
    assertThat(target.resolve("linked")).hasContent("optimizer");
    assertThat(Files.isSymbolicLink(target.resolve("linked"))).isFalse();
  }

  @Test
  void aNameThatNoManifestMayHaveIsRefusedBeforeAnythingIsStored() throws IOException {
    Files.writeString(files.resolve("a\\b"), "");
    assertThatThrownBy(this::stored)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has a backslash");
  }

  @Test
  void aDirectoryThatIsALinkIsACheckpoint() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), files);
    files = link;
    assertThat(stored().files()).extracting(StoredFile::path).containsExactly("model");
  }

  @Test
  void emptyDirectoriesAreCopied() throws IOException {
    Files.createDirectories(files.resolve("empty/er"));
    Path target = directory.resolve("target");
    Checkpoint.fromDirectory(files).toDirectory(target);
    assertThat(target.resolve("empty/er")).isEmptyDirectory();
  }

  @Test
  void whatIsAdoptedIsLookedAtToo() throws Exception {
    Location root = Location.of(directory);
    var store = new CheckpointStore(new LocalStorage(), root);
    Path pipe = pipe(files.resolve("pipe"));
    assertThatThrownBy(() -> store.adopt(0, new Whole(), MOMENT, Checkpoint.at(Location.of(files))))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining(pipe + " is a pipe");
  }

  @Test
  void filesThatLieThereAreAdopted() {
    var store = new CheckpointStore(new LocalStorage(), Location.of(directory));
    StoredPart part = store.adopt(0, new Whole(), MOMENT, Checkpoint.at(Location.of(files)));
    assertThat(part.files()).extracting(StoredFile::path).isEqualTo(List.of("model"));
  }
}
