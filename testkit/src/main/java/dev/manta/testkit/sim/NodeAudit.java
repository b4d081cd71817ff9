package dev.manta.testkit.sim;

import static dev.manta.testkit.sim.Violation.require;

import dev.manta.internal.run.Decided;
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
      require(
          !others
              || !(effect instanceof Effect.StartWorker start)
              || !size.isLeaving(start.seat().node(), decided.at()),
          "a rank begins on a node that is taken away: " + effect);
    }
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
