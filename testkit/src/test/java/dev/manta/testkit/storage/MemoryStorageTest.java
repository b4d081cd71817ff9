package dev.manta.testkit.storage;

import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;

class MemoryStorageTest extends StorageContract {
  private final MemoryStorage storage = new MemoryStorage();

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected Location root() {
    return Location.parse("mem:contract");
  }
}
