package dev.manta.it.cluster;

import dev.manta.cluster.head.HeadEvent;
import dev.manta.testkit.sim.Violation;
import java.time.Duration;

/// One history of a cluster, with everything that its script lets go wrong.
final class ClusterHistory {
  private static final Duration CALM = Duration.ofSeconds(60);
  private static final Duration END = Duration.ofMinutes(15);

  private final ClusterScript script;
  private final ClusterWorld world;

  private ClusterHistory(long seed, ClusterMutant mutant) {
    this.script = new ClusterScript(seed);
    this.world = new ClusterWorld(script, mutant);
  }

  /// Lives through the history of a seed.
  ///
  /// @throws Violation when a promise was broken
  static void run(long seed, ClusterMutant mutant) {
    new ClusterHistory(seed, mutant).toEnd();
  }

  private void toEnd() {
    world.announce();
    for (int number = 0; number < script.drivers; number++) {
      int each = number;
      world.after(script.millis(0, 30_000), () -> world.addDriver(each));
    }
    world.after(script.millis(0, 5000), this::trouble);
    while (!isOver()) {
      if (world.now().compareTo(END) > 0 || !world.next()) {
        throw new Violation("the cluster does not come to rest: " + where());
      }
    }
  }

  private boolean isOver() {
    return world.now().compareTo(CALM) > 0
        && world.drivers().stream().noneMatch(SimDriver::alive)
        && world.nodes().stream().allMatch(node -> node.ledger().allocation().shares().isEmpty());
  }

  private String where() {
    return world.drivers().stream()
            .filter(SimDriver::alive)
            .map(d -> d.claim() + " " + d.demand() + " waits for " + d.answer())
            .toList()
        + ", nodes have "
        + world.nodes().stream().map(node -> node.ledger().allocation().shares()).toList();
  }

  private void trouble() {
    if (world.now().compareTo(CALM) > 0) {
      return;
    }
    if (script.chance(script.nodeDies)) {
      kill(anyNode());
    }
    if (script.chance(script.drains)) {
      drain();
    }
    if (script.chance(script.headDies)) {
      world.head().die();
      world.startHead();
    }
    if (script.chance(script.headSplits)) {
      splitHead();
    }
    if (script.chance(script.driverDies)) {
      world.drivers().stream()
          .skip(script.upTo(script.drivers))
          .findFirst()
          .ifPresent(SimDriver::die);
    }
    world.after(script.millis(500, 6000), this::trouble);
  }

  /// The old one does not know for a while.
  private void splitHead() {
    SimHead old = world.head();
    world.startHead();
    world.after(script.millis(100, 10_000), old::die);
  }

  private SimNode anyNode() {
    return world.nodes().stream().skip(script.upTo(script.nodes)).findFirst().orElseThrow();
  }

  /// A node leaves: it is told, and goes later.
  private void drain() {
    SimNode node = anyNode();
    if (node.alive()) {
      world.disturb();
      world.head().hear(new HeadEvent.DrainAsked(node.name()));
      world.after(script.millis(1000, 8000), () -> kill(node));
    }
  }

  private void kill(SimNode node) {
    if (node.alive()) {
      world.disturb();
      world.audit().died(node);
      node.die();
      world.after(script.millis(1, 4000), () -> world.head().lost(node));
      world.after(script.millis(5000, 15_000), () -> comeBack(node));
    }
  }

  private void comeBack(SimNode node) {
    node.comeBack();
    node.tell(world.head());
  }
}
