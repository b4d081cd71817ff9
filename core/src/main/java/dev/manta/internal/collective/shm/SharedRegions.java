package dev.manta.internal.collective.shm;

import java.io.IOException;
import java.util.Optional;

/// Where the ranks of one host find each other's memory by name.
interface SharedRegions {
  /// Makes a region full of zeros; it can be opened once this returns.
  SharedRegion create(String name, long bytes) throws IOException;

  /// Opens a region that another rank made, if it is there yet.
  Optional<SharedRegion> open(String name) throws IOException;

  /// Takes the name away; views of the region live on.
  void remove(String name);

  /// Takes away every name that begins so.
  void removeAll(String prefix);

  /// Whether another process may be behind a region.
  boolean shared();
}
