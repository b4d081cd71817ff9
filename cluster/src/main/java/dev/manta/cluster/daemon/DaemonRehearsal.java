package dev.manta.cluster.daemon;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadLink;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.TokenFile;
import dev.manta.internal.machine.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A short life of a daemon, so that a cache knows what daemons use: a cluster of its own on
/// loopback, one question to its head, and the end.
public final class DaemonRehearsal {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private DaemonRehearsal() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path root = Files.createTempDirectory("manta-rehearsal-");
    try {
      rehearse(new DataDirectory(root));
    } finally {
      FileTree.delete(root);
    }
    System.exit(0);
  }

  private static void rehearse(DataDirectory directory) throws InterruptedException {
    var settings =
        new Described(Map.of(DaemonSettings.HEAD, "true", DaemonSettings.HOST, "127.0.0.1"));
    directory.keep(directory.settings(), settings.bytes());
    var node = new Node("rehearsal", Resources.cpus(1), List.of(), Map.of());
    new Daemon(directory, node).begin(false);
    Described ready = Described.parse(directory.kept(directory.ready()).orElseThrow());
    LinkToken token = new TokenFile(directory.userToken()).read();
    var address = HeadAddress.parse(ready.find("address").orElseThrow(), token.print());
    try (HeadLink link = HeadLink.call(address, token, PinnedTls.ofProcess(), _ -> {})) {
      link.connected(LIMIT).status();
    }
  }
}
