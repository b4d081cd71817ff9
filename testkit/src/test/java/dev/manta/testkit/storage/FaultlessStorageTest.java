package dev.manta.testkit.storage;

import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import java.time.Duration;

/// The wrappers change nothing as long as nothing goes wrong: slowness is not a fault.
class FaultlessStorageTest extends StorageContract {
  private final Storage storage =
      new CrashingStorage(
          new FaultyStorage(
              new MemoryStorage(),
              1,
              FaultyStorage.Faults.NONE.slow(0.5, Duration.ofNanos(10)),
              delay -> Thread.onSpinWait()),
          Integer.MAX_VALUE,
          true);

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected Location root() {
    return Location.parse("mem:contract");
  }
}
