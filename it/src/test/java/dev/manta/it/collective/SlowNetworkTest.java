package dev.manta.it.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.bench.collective.GroupProcesses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Ranks in network namespaces of their own, behind a link that is slow and loses packets.
@Timeout(300)
final class SlowNetworkTest {
  private static final String ID = Long.toString(ProcessHandle.current().pid() % 10_000);
  private static final String[] SPACES = {"mnta" + ID, "mntb" + ID};
  private static final String[] ADDRESSES = {"10.213.47.1", "10.213.47.2"};
  private static final String NETEM = "netem delay 3ms 1ms loss 0.5% rate 200mbit";

  /// Where the kernel has no netem: a slow link whose short queue overflows, which loses packets.
  private static final String BUCKET = "tbf rate 200mbit burst 64kb limit 128kb";

  @TempDir private Path directory;

  @AfterEach
  void removeSpaces() throws Exception {
    for (String space : SPACES) {
      succeeds("ip netns del " + space);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SOCKETS", "HOSTS"})
  void programsGiveTheSameBitsOverASlowLinkThatLosesPackets(Layout layout) throws Exception {
    connect();
    try (GroupProcesses processes = processes(layout)) {
      run(layout, processes, "9000 4");
      assertDone(processes);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SOCKETS", "HOSTS"})
  void aRankThatIsKilledBehindASlowLinkIsNoticed(Layout layout) throws Exception {
    connect();
    try (GroupProcesses processes = processes(layout)) {
      run(layout, processes, "9100 1000000");
      for (int rank = 0; rank < 4; rank++) {
        processes.answer(rank, "running");
      }
      processes.process(3).destroyForcibly();
      for (int rank = 0; rank < 3; rank++) {
        assertThat(processes.answer(rank, "aborted")).isEqualTo("PeerDied[rank=3]");
      }
    }
  }

  private static void run(Layout layout, GroupProcesses processes, String program)
      throws Exception {
    layout.form(processes, 1, List.of(0, 1, 2, 3));
    for (int rank = 0; rank < 4; rank++) {
      processes.tell(rank, program);
    }
  }

  private static void assertDone(GroupProcesses processes) throws Exception {
    for (int rank = 0; rank < 4; rank++) {
      processes.answer(rank, "done");
    }
  }

  /// Two ranks on either side.
  private GroupProcesses processes(Layout layout) throws IOException {
    List<List<String>> commands = new ArrayList<>();
    for (int rank = 0; rank < 4; rank++) {
      int side = rank / 2;
      List<String> command = layout.command(60, directory, ADDRESSES[side]);
      command.addAll(0, List.of("ip", "netns", "exec", SPACES[side]));
      commands.add(command);
    }
    return new GroupProcesses(commands);
  }

  private static void connect() throws Exception {
    Assumptions.assumeTrue(
        succeeds("ip netns add " + SPACES[0]), "network namespaces need root and the ip command");
    require("ip netns add " + SPACES[1]);
    String peer = " type veth peer name v0 netns ";
    require("ip link add v0 netns " + SPACES[0] + peer + SPACES[1]);
    for (int side = 0; side < 2; side++) {
      String inside = "ip netns exec " + SPACES[side] + " ";
      require(inside + "ip addr add " + ADDRESSES[side] + "/24 dev v0");
      require(inside + "ip link set v0 up");
      require(inside + "ip link set lo up");
      String add = inside + "tc qdisc add dev v0 root ";
      Assumptions.assumeTrue(
          succeeds(add + NETEM) || succeeds(add + BUCKET), "this kernel can slow no link");
    }
  }

  private static void require(String command) throws Exception {
    assertThat(succeeds(command)).as(command).isTrue();
  }

  private static boolean succeeds(String command) throws Exception {
    try {
      Process process =
          new ProcessBuilder(command.split(" "))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException _) {
      return false;
    }
  }
}
