package dev.manta.storage;

/// How further kinds of storage plug in: found by `ServiceLoader` when a scheme is not built in.
public interface StorageProvider {
  /// Whether this provider serves locations of a scheme such as `s3`.
  boolean serves(String scheme);

  /// The storage behind a location whose scheme this provider serves, and behind all others of the
  /// same scope. It is kept; of two that are opened at the same moment, one.
  Storage open(Location at);

  /// Locations with the same text share a storage. That is the first name of the path, an object
  /// store's bucket, unless a provider says otherwise.
  default String scope(Location at) {
    String path = at.path().startsWith("/") ? at.path().substring(1) : at.path();
    int slash = path.indexOf('/');
    return slash < 0 ? path : path.substring(0, slash);
  }
}
