package dev.manta.it.scan;

import dev.manta.internal.link.LinkToken;
import dev.manta.internal.machine.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// `./dev scan`: throws what strangers may send at every port of a running cluster. Whatever is not
/// refused within five seconds, and whatever disturbs the run, is a failure.
public final class Scan {
  private static final Duration GOES_ON = Duration.ofSeconds(30);
  private static final int STEPS_MORE = 20;
  private static final String MEMBERSHIP = "membership";

  private boolean failed;

  private Scan() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("manta-scan-");
    var scan = new Scan();
    try {
      scan.run(directory);
    } finally {
      FileTree.delete(directory);
    }
    System.exit(scan.failed ? 1 : 0);
  }

  private void run(Path directory) throws IOException, InterruptedException {
    try (ScannedCluster cluster = ScannedCluster.open(directory)) {
      List<ListeningPort> ports = cluster.ports();
      System.out.printf("%s ports are open%n", ports.size());
      require(!ports.isEmpty(), "no port was found");
      LinkToken token = cluster.token(ports);
      for (ListeningPort port : ports) {
        scan(port, token);
      }
      cluster.awaitStep(cluster.steps() + STEPS_MORE, GOES_ON);
      String said = cluster.finish();
      require(
          said.startsWith("exit status 0") && said.contains("scanned: FINISHED in 1 attempt"),
          "the run was disturbed: " + said);
      System.out.println("the run continued undisturbed and has finished");
    }
  }

  private void scan(ListeningPort port, LinkToken token) throws IOException, InterruptedException {
    long logged = Files.exists(port.log()) ? Files.size(port.log()) : 0;
    List<PortAttack> attacks = Attack.at(port.at(), token);
    String kind = kind(port);
    for (PortAttack each : attacks) {
      boolean well = each.isRefused() || isHeld(kind, each);
      failed |= !well;
      System.out.printf(
          "%-6s %-10s %5d  %-26s %-24s %s%n",
          port.role(),
          kind,
          port.port(),
          each.attack().words(),
          each.words(),
          each.isRefused() ? "" : well ? "held, as Pekko does" : "FAILED");
    }
    boolean said = Files.exists(port.log()) && Files.size(port.log()) > logged;
    System.out.printf("%-6s %-10s %5d  log says so: %s%n", port.role(), kind, port.port(), said);
    require(said || !port.role().equals("daemon"), "nothing is in " + port.log());
  }

  /// Pekko has no limit for a connection on which nothing comes: it costs a descriptor.
  private static boolean isHeld(String kind, PortAttack each) {
    return kind.equals(MEMBERSHIP) && each.attack() == Attack.HALF_OPEN;
  }

  /// Links of a daemon are told by what it says of itself.
  private static String kind(ListeningPort port) throws IOException {
    if (!port.role().equals("daemon")) {
      return "values";
    }
    Path ready = port.log().resolveSibling("ready");
    boolean links = Files.readString(ready).contains(":" + port.port());
    return links ? "links" : MEMBERSHIP;
  }

  private void require(boolean well, String otherwise) {
    if (!well) {
      failed = true;
      System.out.println("FAILED: " + otherwise);
    }
  }
}
