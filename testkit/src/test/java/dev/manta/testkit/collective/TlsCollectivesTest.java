package dev.manta.testkit.collective;

import dev.manta.internal.collective.Network;
import dev.manta.internal.collective.Settings;
import dev.manta.internal.collective.Settings.Transport;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// Sockets with TLS 1.3: what hosts use by default.
final class TlsCollectivesTest extends CollectivesContract {
  @TempDir private Path directory;

  @Override
  protected Team team(int ranks) {
    Network tls = Network.ofProcess().withLinks(Network.Links.TLS);
    Settings settings = Settings.in(directory).withTransport(Transport.TCP).withNetwork(tls);
    return Team.through(settings, 1, ranks);
  }
}
