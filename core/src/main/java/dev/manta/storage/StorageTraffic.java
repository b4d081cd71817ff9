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
}
