package dev.manta.stores;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageProvider;
import java.util.Set;

/// Opens `s3://` and `gs://` locations.
public final class ObjectStoreProvider implements StorageProvider {
  private static final Set<String> SCHEMES = Set.of("s3", "s3a", "gs", "gcs");

  @Override
  public boolean serves(String scheme) {
    return SCHEMES.contains(scheme);
  }

  @Override
  public Storage open(Location at) {
    return S3Storage.of(at);
  }
}
