package dev.manta.testkit.collective;

import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.CollectiveSettings.Transport;
import dev.manta.internal.collective.NetworkSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// Sockets with TLS 1.3: what hosts use by default.
final class TlsCollectivesTest extends CollectivesContract {
  @TempDir private Path directory;

  @Override
  protected Team team(int ranks) {
    NetworkSettings tls = NetworkSettings.ofProcess().withLinks(NetworkSettings.Links.TLS);
    CollectiveSettings settings =
        CollectiveSettings.in(directory).withTransport(Transport.TCP).withNetwork(tls);
    return Team.through(settings, 1, ranks);
  }
}
