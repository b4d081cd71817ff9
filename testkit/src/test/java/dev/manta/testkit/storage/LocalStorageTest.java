package dev.manta.testkit.storage;

import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.nio.file.Path;
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
}
