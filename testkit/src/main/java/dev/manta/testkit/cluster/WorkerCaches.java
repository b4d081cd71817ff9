package dev.manta.testkit.cluster;

import dev.manta.internal.local.LocalCluster;
import java.util.List;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/// Lets workers of tests start faster from the first seconds on, and not only when a run has ended
/// and the machine has nothing else to do: that comes late while tests run.
public final class WorkerCaches implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    LocalCluster.prepare(List.of());
  }
}
