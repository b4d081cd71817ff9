package dev.manta.data;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageProvider;

/// Brings [CountedStorage].
public final class CountedStorageProvider implements StorageProvider {
  @Override
  public boolean serves(String scheme) {
    return scheme.equals(CountedStorage.SCHEME);
  }

  @Override
  public Storage open(Location at) {
    return new CountedStorage();
  }
}
