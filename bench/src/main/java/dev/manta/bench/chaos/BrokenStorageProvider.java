package dev.manta.bench.chaos;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageProvider;

/// Brings [BrokenStorage].
public final class BrokenStorageProvider implements StorageProvider {
  @Override
  public boolean serves(String scheme) {
    return scheme.equals(BrokenStorage.SCHEME);
  }

  @Override
  public Storage open(Location at) {
    return BrokenStorage.of(at);
  }

  /// Every directory of runs is a disk of its own.
  @Override
  public String scope(Location at) {
    return BrokenStorage.order(at);
  }
}
