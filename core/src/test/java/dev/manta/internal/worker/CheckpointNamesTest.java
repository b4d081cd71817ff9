package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.Upload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointNamesTest {
  @TempDir Path place;
  private Path root;
  private CheckpointNames names;
  private Checkpoint files;

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectories(place.resolve("run/checkpoints"));
    Location at = Location.of(root);
    names = new CheckpointNames(new CheckpointStore(Storages.at(at), at), 4);
    files = Checkpoint.fromDirectory(Files.createDirectory(place.resolve("files")));
  }

  private void refused(Checkpoint checkpoint, Upload upload, String part) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> names.require(checkpoint, upload))
        .withMessageContaining(part);
  }

  @Test
  void aNameIsOfItsAttemptAndUsedOnce() {
    Checkpoint named = files.named("epoch-3");
    names.require(named, Upload.ASYNC);
    assertThat(names.take(named, Upload.ASYNC)).isEqualTo("epoch-3-attempt-4");
    refused(named, Upload.SYNC, "a checkpoint was called \"epoch-3\" before");
    names.require(files.named("epoch-4"), Upload.SYNC);
  }

  @Test
  void aCheckpointWithoutANameHasItsNumber() {
    assertThat(names.take(files, Upload.ASYNC)).isEmpty();
    names.require(files, Upload.ASYNC);
  }

  @Test
  void filesThatStayWhereTheyAreHaveTheNameOfTheirDirectory() throws IOException {
    Path own = Files.createDirectory(root.resolve("mine"));
    Checkpoint inPlace = Checkpoint.fromDirectory(own);
    assertThat(names.take(inPlace, Upload.IN_PLACE)).isEqualTo("mine");
    refused(inPlace.named("other"), Upload.IN_PLACE, "the name of their directory");
    refused(inPlace.uploadWith((_, _) -> {}), Upload.IN_PLACE, "leave out");
  }

  @Test
  void whatHoldsTheRunOrBelongsToItIsNotHandedOver() throws IOException {
    refused(handedOver(place), Upload.ASYNC, "cannot be deleted after upload");
    Path link = Files.createSymbolicLink(place.resolve("link"), place.resolve("run"));
    refused(handedOver(link), Upload.ASYNC, "cannot be deleted after upload");
    Path committed = Files.createDirectory(root.resolve("epoch-1-attempt-1"));
    refused(handedOver(committed), Upload.SYNC, "cannot be deleted after upload");
    names.require(files.deleteAfterUpload(), Upload.ASYNC);
  }

  private static Checkpoint handedOver(Path directory) {
    return Checkpoint.fromDirectory(directory).deleteAfterUpload();
  }

  @Test
  void namesThatNoDirectoryCanHaveAreRefused() {
    for (String wrong : new String[] {"", "a/b", "..", "-x", "x".repeat(101), "ä"}) {
      assertThatIllegalArgumentException().isThrownBy(() -> files.named(wrong));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> files.named("checkpoint-000001"))
        .withMessageContaining("choose another name");
    files.named("checkpoint-of-monday");
  }
}
