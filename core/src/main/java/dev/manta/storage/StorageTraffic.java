package dev.manta.storage;

/// What a storage has sent and received since it was opened.
///
/// @param requests how many there were, each retry too
/// @param retries how many of these repeated one that had failed
/// @param bytesPut how many bytes of objects were sent
/// @param bytesRead how many bytes of objects were received
public record StorageTraffic(long requests, long retries, long bytesPut, long bytesRead) {
  /// That of a storage without a network.
  public static final StorageTraffic NONE = new StorageTraffic(0, 0, 0, 0);

  /// That of two storages together.
  public StorageTraffic plus(StorageTraffic other) {
    return new StorageTraffic(
        requests + other.requests,
        retries + other.retries,
        bytesPut + other.bytesPut,
        bytesRead + other.bytesRead);
  }

  /// What has come since an earlier look.
  public StorageTraffic since(StorageTraffic earlier) {
    return new StorageTraffic(
        requests - earlier.requests,
        retries - earlier.retries,
        bytesPut - earlier.bytesPut,
        bytesRead - earlier.bytesRead);
  }
}
