package dev.manta.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.internal.machine.FileTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A daemon in this process.
@Timeout(300)
class LeavingTest {
  @TempDir Path root;

  @Test
  void aDaemonThatCannotWriteLeavesInOrderAllTheSame() throws Exception {
    var directory = new DataDirectory(Files.createDirectories(root.resolve("a")));
    var settings = Map.of(DaemonSettings.HOST, "127.0.0.1", DaemonSettings.HEAD, "true");
    directory.keep(directory.settings(), new Described(settings).bytes());
    var daemon = new Daemon(directory, new Node("a", Resources.cpus(1), List.of(), Map.of()));
    daemon.begin(false);
    FileTree.delete(directory.root());
    new Leaving(directory).leave(daemon, Duration.ZERO, "a test");
    assertThat(daemon.membership().isOverWithin(Duration.ofMinutes(2))).isTrue();
  }
}
