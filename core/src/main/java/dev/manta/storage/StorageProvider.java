package dev.manta.storage;

/// How further kinds of storage plug in: found by `ServiceLoader` when a scheme is not built in.
public interface StorageProvider {
  /// Whether this provider serves locations of a scheme such as `s3`.
  boolean serves(String scheme);

  /// The storage behind a location whose scheme this provider serves.
  Storage open(Location at);
}
