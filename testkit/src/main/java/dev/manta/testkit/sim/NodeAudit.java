package dev.manta.testkit.sim;

import static dev.manta.testkit.sim.Violation.require;

import dev.manta.internal.run.Decided;
import dev.manta.internal.run.state.DeafNodes;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.RunSize;
import dev.manta.internal.run.state.RunState;
import java.util.Set;
import java.util.stream.Stream;

/// Watches who sits on which node.
final class NodeAudit {
  private NodeAudit() {}

  /// Nobody new sits where a node is taken away, unless all nodes are.
  static void requireNobodyBeginsWhereANodeLeaves(Decided decided) {
    RunSize size = decided.decision().state().scale();
    boolean others =
        size.nodes().stream().anyMatch(node -> !size.isLeaving(node.name(), decided.at()));
    for (Effect effect : decided.decision().effects()) {
      if (others && effect instanceof Effect.StartWorker start) {
        require(
            !size.isLeaving(start.seat().node(), decided.at()),
            "a rank begins on a node that is taken away: " + start);
      }
    }
  }

  /// Nodes that did not hear each other in three attempts are no longer together where one of them
  /// can be done without.
  static void requireDeafNodesApart(RunState after, int least) {
    DeafNodes deaf = after.scale().deafNodes();
    for (DeafNodes.Naming naming : deaf.in(after.attempt())) {
      long attempts =
          deaf.namings().stream()
              .filter(naming::isLike)
              .map(DeafNodes.Naming::attempt)
              .distinct()
              .count();
      boolean room =
          Stream.of(naming.node(), naming.other())
              .allMatch(node -> roomWithout(after.scale(), node) >= least);
      require(
          attempts < 3 || !room || !deaf.leftOut().isEmpty(),
          "nodes %s and %s were deaf to each other in %s attempts, and are still used together",
          naming.node(),
          naming.other(),
          attempts);
    }
  }

  private static double roomWithout(RunSize size, String node) {
    return size.nodes().stream()
        .filter(other -> !other.name().equals(node) && !size.leaving().containsKey(other.name()))
        .mapToDouble(other -> other.total().custom().getOrDefault(SimWorld.SLOTS, 0.0))
        .sum();
  }

  /// For how many workers there is a place on the node where they are.
  static long places(Set<String> workers, RunState before, RunState after) {
    Stream<String> nodes =
        workers.stream().flatMap(id -> before.worker(id).stream()).map(w -> w.seat().node());
    return nodes.distinct().mapToLong(node -> places(node, workers, before, after)).sum();
  }

  private static long places(String node, Set<String> workers, RunState before, RunState after) {
    long there =
        before.workers().stream()
            .filter(w -> workers.contains(w.id()) && w.seat().node().equals(node))
            .count();
    long seats = after.group().stream().filter(w -> w.seat().node().equals(node)).count();
    return Math.min(there, seats);
  }
}
