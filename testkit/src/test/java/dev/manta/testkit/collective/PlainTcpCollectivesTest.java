package dev.manta.testkit.collective;

import dev.manta.internal.collective.Network;
import dev.manta.internal.collective.Settings;
import dev.manta.internal.collective.Settings.Transport;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// Sockets without encryption.
final class PlainTcpCollectivesTest extends CollectivesContract {
  @TempDir private Path directory;

  @Override
  protected Team team(int ranks) {
    Network plain = Network.ofProcess().withLinks(Network.Links.PLAIN);
    Settings settings = Settings.in(directory).withTransport(Transport.TCP).withNetwork(plain);
    return Team.through(settings, 1, ranks);
  }
}
