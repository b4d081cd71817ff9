package dev.manta.cluster.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadLink;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.TokenFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDaemonsTest {
  @Test
  void aClusterOnThisMachineEndsAndLeavesNothing() throws Exception {
    var daemons = new LocalDaemons(2);
    List<ProcessHandle> processes;
    try (daemons) {
      String address = daemons.start().find("address").orElseThrow();
      processes = ProcessHandle.current().children().toList();
      LinkToken token = new TokenFile(daemons.userToken()).read();
      var head = HeadAddress.parse(address, token.print());
      try (HeadLink link = HeadLink.call(head, token, PinnedTls.ofProcess(), _ -> {})) {
        assertThat(link.connected(Duration.ofSeconds(20)).nodes())
            .extracting(node -> node.name())
            .containsExactly("node-1", "node-2");
      }
    }
    assertThat(processes).hasSizeGreaterThanOrEqualTo(2).noneMatch(ProcessHandle::isAlive);
    assertThat(daemons.directory()).doesNotExist();
  }

  /// A cluster whose program is about to be killed.
  static final class Killed {
    private Killed() {}

    public static void main(String[] args) throws Exception {
      new LocalDaemons(1).start();
      System.out.println(ProcessHandle.current().children().findFirst().orElseThrow().pid());
      new CountDownLatch(1).await();
    }
  }

  @Test
  void daemonsEndWithAProgramThatIsKilled(@TempDir Path temporary) throws Exception {
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Killed.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    ProcessHandle daemon;
    try (var said = program.inputReader()) {
      daemon = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
    } finally {
      program.destroyForcibly();
    }
    daemon.onExit().get(30, TimeUnit.SECONDS);
    assertThat(daemon.isAlive()).isFalse();
  }
}
