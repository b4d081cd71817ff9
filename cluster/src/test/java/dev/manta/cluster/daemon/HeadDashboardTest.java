package dev.manta.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.desk.Member;
import dev.manta.dashboard.Dashboard;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadDashboardTest {
  private static final String PRINT = "ab".repeat(32);

  @TempDir Path root;

  private HeadDashboard at(int port) {
    var directory = new DataDirectory(root);
    DaemonTokens.of(directory, PRINT, true);
    Map<String, String> told =
        Map.of(
            DaemonSettings.DASHBOARD_PORT,
            Integer.toString(port),
            DaemonSettings.STORAGE,
            root.resolve("runs").toString());
    var own = new Member("a", PRINT, "127.0.0.1", 1, 2, true);
    return new HeadDashboard(new DaemonSettings(new Described(told)), directory, own);
  }

  private static ServerSocket taken() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @Test
  void whoeverStartsAHeadWithATakenPortHearsWhichOptionToChange() throws IOException {
    try (ServerSocket taken = taken()) {
      HeadDashboard dashboard = at(taken.getLocalPort());
      assertThatThrownBy(() -> dashboard.open(false))
          .isInstanceOf(MantaException.class)
          .hasMessageContainingAll("--dashboard-port", "127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void aHeadThatIsStartedAgainServesItsClusterWithoutThePage() throws IOException {
    try (ServerSocket taken = taken()) {
      assertThat(at(taken.getLocalPort()).open(true)).isEmpty();
    }
    assertThat(root.resolve("dashboard")).doesNotExist();
  }

  @Test
  void aHeadThatIsStartedAgainHasItsPageWhereThePortIsFree() {
    Optional<Dashboard> dashboard = at(0).open(true);
    assertThat(dashboard).isPresent();
    assertThat(root.resolve("dashboard")).content().startsWith("http://127.0.0.1:");
    dashboard.get().close();
  }
}
