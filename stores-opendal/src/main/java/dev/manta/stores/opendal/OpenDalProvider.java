package dev.manta.stores.opendal;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageProvider;
import java.util.Map;

/// Opens the stores that OpenDAL has clients for, with what the environment says about them.
public final class OpenDalProvider implements StorageProvider {
  private final Environment environment;

  /// With the environment of this process.
  public OpenDalProvider() {
    this(System.getenv());
  }

  /// With given variables instead of those of this process.
  public OpenDalProvider(Map<String, String> variables) {
    this.environment = new Environment(variables);
  }

  @Override
  public boolean serves(String scheme) {
    return Targets.serves(scheme);
  }

  @Override
  public Storage open(Location at) {
    return OpenDalStorage.open(Targets.of(at, environment));
  }

  @Override
  public String scope(Location at) {
    return Targets.base(at);
  }
}
