package dev.manta.storage;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Finds the storage behind a location.
public final class Storages {
  private static final LocalStorage LOCAL = new LocalStorage();
  private static final Set<String> STORES = Set.of("s3", "s3a", "gs", "gcs");
  private static final Set<String> OPENDAL =
      Set.of(
          "az", "azure", "abfs", "abfss", "wasb", "wasbs", "oss", "cos", "cosn", "obs", "webhdfs",
          "http", "https");

  /// What each class loader brings, for as long as it is used: a provider keeps its own class
  /// loader alive, so neither may be held on to.
  private static final Map<ClassLoader, SoftReference<Provided>> PROVIDED = new WeakHashMap<>();

  private Storages() {}

  /// The storage that serves a location's scheme; an unknown one is refused with the name of what
  /// is missing. Providers are those of the thread's class loader.
  public static Storage at(Location location) {
    return switch (location.scheme()) {
      case "file" -> LOCAL;
      case "mem" -> MemoryStorage.shared();
      default ->
          provided()
              .at(location)
              .orElseThrow(() -> new MantaException(ErrorCode.USER, unknown(location)));
    };
  }

  private static Provided provided() {
    @Nullable ClassLoader own = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = own == null ? ClassLoader.getSystemClassLoader() : own;
    synchronized (PROVIDED) {
      SoftReference<Provided> before = PROVIDED.get(loader);
      Provided known = before == null ? null : before.get();
      if (known == null) {
        known = new Provided(ServiceLoader.load(StorageProvider.class, loader));
        PROVIDED.put(loader, new SoftReference<>(known));
      }
      return known;
    }
  }

  private static String unknown(Location location) {
    String next = "check its spelling, or add the module that has a StorageProvider for it";
    String scheme = location.scheme();
    if (STORES.contains(scheme)) {
      return missing(location, "manta-stores");
    }
    if (OPENDAL.contains(scheme)) {
      return missing(location, "manta-stores-opendal");
    }
    return "no storage for %s: the scheme '%s' is unknown; %s".formatted(location, scheme, next);
  }

  private static String missing(Location location, String module) {
    return "no storage for %s: %s:// is in a module that is not on the class path; add dev.manta:%s to the project"
        .formatted(location, location.scheme(), module);
  }

  /// The providers of one class loader, and the storages that they have opened.
  private static final class Provided {
    private final ServiceLoader<StorageProvider> services;
    private final Map<String, StorageProvider> providers = new ConcurrentHashMap<>();
    private final Map<Scope, Storage> opened = new ConcurrentHashMap<>();

    private record Scope(String scheme, String text) {}

    Provided(ServiceLoader<StorageProvider> services) {
      this.services = services;
    }

    Optional<Storage> at(Location location) {
      return provider(location.scheme()).map(provider -> opened(provider, location));
    }

    private Optional<StorageProvider> provider(String scheme) {
      StorageProvider known = providers.get(scheme);
      return known == null ? find(scheme) : Optional.of(known);
    }

    private synchronized Optional<StorageProvider> find(String scheme) {
      for (StorageProvider provider : services) {
        if (provider.serves(scheme)) {
          providers.put(scheme, provider);
          return Optional.of(provider);
        }
      }
      return Optional.empty();
    }

    /// Not within a lock: a provider may ask for the storage that it wraps.
    private Storage opened(StorageProvider provider, Location location) {
      Scope scope = new Scope(location.scheme(), provider.scope(location));
      Storage known = opened.get(scope);
      if (known != null) {
        return known;
      }
      Storage fresh = provider.open(location);
      Storage faster = opened.putIfAbsent(scope, fresh);
      return faster == null ? fresh : faster;
    }
  }
}
