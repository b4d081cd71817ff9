package dev.manta.internal.collective;

import java.nio.file.Path;
import java.time.Duration;

/// How a process takes part in groups: a directory for small files (the run's own), which
/// transport, how long a rank may keep the others waiting, and how other hosts reach it.
public record CollectiveSettings(
    Path directory, Transport transport, Duration limit, NetworkSettings network) {
  /// Which transport a group uses; `AUTO` follows the topology.
  public enum Transport {
    AUTO,
    /// Mapped files in the temp directory, no futex: what runs everywhere.
    PORTABLE,
    /// Sockets, also between processes of one host.
    TCP
  }

  /// The transport follows the topology, unless the property `manta.collective.transport` says
  /// otherwise; a rank may be ten minutes late.
  public static CollectiveSettings in(Path directory) {
    String transport = System.getProperty("manta.collective.transport", "AUTO");
    Duration limit = Duration.ofMinutes(10);
    return new CollectiveSettings(
        directory, Transport.valueOf(transport), limit, NetworkSettings.ofProcess());
  }

  public CollectiveSettings withTransport(Transport transport) {
    return new CollectiveSettings(directory, transport, limit, network);
  }

  public CollectiveSettings withLimit(Duration limit) {
    return new CollectiveSettings(directory, transport, limit, network);
  }

  public CollectiveSettings withNetwork(NetworkSettings network) {
    return new CollectiveSettings(directory, transport, limit, network);
  }

  /// Whether groups of this process may need sockets.
  public boolean listens() {
    return transport == Transport.TCP || network.manyHosts();
  }
}
