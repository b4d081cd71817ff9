package dev.manta.cluster.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadLink;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.TokenFile;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

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
}
