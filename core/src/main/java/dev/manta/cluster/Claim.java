package dev.manta.cluster;

/// A run's claim on a cluster, from the moment it asks to the moment it gives everything back.
public interface Claim extends AutoCloseable {
  /// Gives back what was granted, or leaves the queue; nothing is granted any more.
  @Override
  void close();
}
