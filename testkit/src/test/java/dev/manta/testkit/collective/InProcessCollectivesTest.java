package dev.manta.testkit.collective;

/// Threads of one process.
final class InProcessCollectivesTest extends CollectivesContract {

  @Override
  protected Team team(int ranks) {
    return Team.inProcess(ranks);
  }
}
