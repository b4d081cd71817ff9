package dev.manta.testkit.collective;

import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.CollectiveSettings.Transport;
import dev.manta.internal.collective.NetworkSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// Sockets without encryption.
final class PlainTcpCollectivesTest extends CollectivesContract {
  @TempDir private Path directory;

  @Override
  protected Team team(int ranks) {
    NetworkSettings plain = NetworkSettings.ofProcess().withLinks(NetworkSettings.Links.PLAIN);
    CollectiveSettings settings =
        CollectiveSettings.in(directory).withTransport(Transport.TCP).withNetwork(plain);
    return Team.through(settings, 1, ranks);
  }
}
