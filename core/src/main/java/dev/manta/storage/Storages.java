package dev.manta.storage;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.ServiceLoader;
import java.util.Set;

/// Finds the storage behind a location.
public final class Storages {
  private static final LocalStorage LOCAL = new LocalStorage();
  private static final Set<String> OBJECT_STORES =
      Set.of("s3", "s3a", "gs", "gcs", "az", "azure", "abfs", "abfss", "wasb");

  private Storages() {}

  /// The storage that serves a location's scheme; an unknown one is refused with the name of what
  /// is missing.
  public static Storage at(Location location) {
    return switch (location.scheme()) {
      case "file" -> LOCAL;
      case "mem" -> MemoryStorage.shared();
      default -> provided(location);
    };
  }

  private static Storage provided(Location location) {
    for (StorageProvider provider : ServiceLoader.load(StorageProvider.class)) {
      if (provider.serves(location.scheme())) {
        return provider.open(location);
      }
    }
    throw new MantaException(ErrorCode.USER, unknown(location));
  }

  private static String unknown(Location location) {
    String builtIn = "built in are local paths, file: and mem:";
    return OBJECT_STORES.contains(location.scheme())
        ? "no storage for %s: object stores are not in this version; %s"
            .formatted(location, builtIn)
        : "no storage for %s: the scheme '%s' is unknown; %s"
            .formatted(location, location.scheme(), builtIn);
  }
}
