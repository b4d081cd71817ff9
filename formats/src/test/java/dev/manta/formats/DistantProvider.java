package dev.manta.formats;

import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageProvider;
import dev.manta.testkit.storage.DistantStorage;
import java.time.Duration;

/// Brings storage that is 50 ms away; each bucket is one of its own.
public final class DistantProvider implements StorageProvider {
  static final String SCHEME = "distant";

  @Override
  public boolean serves(String scheme) {
    return scheme.equals(SCHEME);
  }

  @Override
  public String scope(Location location) {
    return location.path().split("/", 2)[0];
  }

  @Override
  public Storage open(Location at) {
    return new DistantStorage(new MemoryStorage(), Duration.ofMillis(50));
  }
}
