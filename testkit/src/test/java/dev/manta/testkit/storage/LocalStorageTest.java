package dev.manta.testkit.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStorageTest extends StorageContract {
  @TempDir Path directory;

  private final LocalStorage storage = new LocalStorage();

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected Location root() {
    return Location.of(directory).resolve("root");
  }

  @Test
  void aSweepRemovesTemporaryFilesAndEmptyDirectoriesButNothingYoung() throws IOException {
    Path left = Files.createDirectories(root().localPath().resolve("c/deep"));
    Files.writeString(left.resolve(".manta-tmp-1-2"), "half");
    Files.createDirectories(root().localPath().resolve("empty"));
    storage.sweep(root(), Duration.ofHours(1));
    assertThat(left.resolve(".manta-tmp-1-2")).exists();
    assertThat(storage.list(root())).isEmpty();
    storage.sweep(root(), Duration.ZERO);
    assertThat(root().localPath()).isEmptyDirectory();
  }
}
