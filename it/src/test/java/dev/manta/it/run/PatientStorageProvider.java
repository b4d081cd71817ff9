package dev.manta.it.run;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageProvider;

/// Brings [PatientStorage].
public final class PatientStorageProvider implements StorageProvider {
  @Override
  public boolean serves(String scheme) {
    return scheme.equals(PatientStorage.SCHEME);
  }

  @Override
  public Storage open(Location at) {
    return new PatientStorage();
  }
}
