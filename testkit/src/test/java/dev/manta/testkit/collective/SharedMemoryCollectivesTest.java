package dev.manta.testkit.collective;

import dev.manta.internal.collective.CollectiveSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// Files in shared memory with futexes.
final class SharedMemoryCollectivesTest extends CollectivesContract {
  @TempDir private Path directory;

  @Override
  protected Team team(int ranks) {
    return Team.through(CollectiveSettings.in(directory), 1, ranks);
  }
}
