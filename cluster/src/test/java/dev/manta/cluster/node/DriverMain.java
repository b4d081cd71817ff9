package dev.manta.cluster.node;

import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.internal.control.record.RunOutcome;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.remote.NodeAddress;
import dev.manta.internal.remote.RemoteCluster;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A driver in a process of its own. Takes the directory with its key, the storage, the function,
/// its count and pause, and name, host, port and print of each node.
final class DriverMain {
  private static final int FIRST_NODE = 5;
  private static final int WORDS_OF_A_NODE = 4;

  private DriverMain() {}

  public static void main(String[] arguments) throws Exception {
    List<Node> nodes = new ArrayList<>();
    List<NodeAddress> addresses = new ArrayList<>();
    for (int at = FIRST_NODE; at < arguments.length; at += WORDS_OF_A_NODE) {
      nodes.add(new Node(arguments[at], Resources.cpus(2), List.of(), Map.of()));
      int port = Integer.parseInt(arguments[at + 2]);
      addresses.add(new NodeAddress(arguments[at], arguments[at + 1], port, arguments[at + 3]));
    }
    var tls = new PinnedTls(NodeMain.identity(Path.of(arguments[0])));
    var steps =
        new RemoteFunctions.Steps(Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4]));
    var two = ScalingConfig.workers(2).placement(Placement.SPREAD);
    try (var cluster =
        new RemoteCluster(
            new FixedHead(nodes, addresses), tls, LinkTerms.DEFAULT, System.out::println)) {
      var run = new RemoteRun(Path.of(arguments[1]));
      RunOutcome outcome = run.train(cluster, two, arguments[2], steps);
      System.out.println("ended " + outcome.status() + " after " + run.failures());
    }
    System.exit(0);
  }
}
