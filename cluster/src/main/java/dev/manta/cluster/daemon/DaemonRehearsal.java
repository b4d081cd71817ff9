package dev.manta.cluster.daemon;

import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadLink;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.TokenFile;
import dev.manta.internal.local.resources.MachineResources;
import dev.manta.internal.machine.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/// A short life of two daemons, so that a cache knows what daemons use: one begins a cluster on
/// loopback, another one joins it, the head is asked who is there, and all ends.
public final class DaemonRehearsal {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private DaemonRehearsal() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path root = Files.createTempDirectory("manta-rehearsal-");
    try {
      rehearse(new DataDirectory(root.resolve("head")), new DataDirectory(root.resolve("node")));
    } finally {
      FileTree.delete(root);
    }
    System.exit(0);
  }

  private static void rehearse(DataDirectory head, DataDirectory node)
      throws InterruptedException, IOException {
    String address = begin(head, Map.of(DaemonSettings.HEAD, "true"));
    new TokenFile(node.made().joinToken()).write(new TokenFile(head.joinToken()).read());
    begin(node, Map.of(DaemonSettings.ADDRESS, address));
    LinkToken token = new TokenFile(head.userToken()).read();
    var at = HeadAddress.parse(address, token.print());
    try (HeadLink link = HeadLink.call(at, token, PinnedTls.ofProcess(), _ -> {})) {
      link.connected(LIMIT).status();
    }
  }

  /// Returns where the daemon is, once it is a member.
  private static String begin(DataDirectory directory, Map<String, String> settings)
      throws InterruptedException {
    Map<String, String> all = new TreeMap<>(settings);
    all.put(DaemonSettings.HOST, "127.0.0.1");
    all.put(DaemonSettings.NAME, directory.root().getFileName().toString());
    directory.made().keep(directory.settings(), new Described(all).bytes());
    new Daemon(directory, MachineResources.node()).begin(false);
    Described ready = Described.parse(directory.kept(directory.ready()).orElseThrow());
    return ready.find("address").orElseThrow();
  }
}
