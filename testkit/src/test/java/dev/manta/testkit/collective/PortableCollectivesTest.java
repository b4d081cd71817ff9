package dev.manta.testkit.collective;

import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.CollectiveSettings.Transport;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// Files in the temp directory, and nothing of Linux.
final class PortableCollectivesTest extends CollectivesContract {
  @TempDir private Path directory;

  @Override
  protected Team team(int ranks) {
    return Team.through(
        CollectiveSettings.in(directory).withTransport(Transport.PORTABLE), 1, ranks);
  }
}
