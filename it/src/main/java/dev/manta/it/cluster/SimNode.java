package dev.manta.it.cluster;

import dev.manta.cluster.Node;
import dev.manta.cluster.head.AllottedPart;
import dev.manta.cluster.head.HeadEffect;
import dev.manta.cluster.head.HeadEvent;
import dev.manta.cluster.head.NodeAllocation.Share;
import dev.manta.cluster.head.NodeLedger;
import java.util.HashMap;
import java.util.Map;

/// A node's daemon: the real ledger, and the processes that drivers have there.
final class SimNode {
  private final Node node;
  private final ClusterWorld world;
  private final Map<String, AllottedPart> processes = new HashMap<>();
  private NodeLedger ledger;
  private boolean alive = true;

  SimNode(ClusterWorld world, Node node) {
    this.world = world;
    this.node = node;
    this.ledger = NodeLedger.of(node);
  }

  Node node() {
    return node;
  }

  String name() {
    return node.name();
  }

  boolean alive() {
    return alive;
  }

  NodeLedger ledger() {
    return ledger;
  }

  /// A head asks for something.
  void asked(SimHead by, HeadEffect.ForNode effect) {
    if (alive) {
      ledger = world.flaw().ledger(ledger, by.term(), effect);
      processes.keySet().removeIf(claim -> !ledger.allocation().shares().containsKey(claim));
      world.audit().reserved(this);
      tell(by);
    }
  }

  /// Says to a head what it is.
  void tell(SimHead head) {
    if (alive && head.term() >= ledger.term()) {
      ledger = ledger.follow(head.term());
      HeadEvent.NodeHeard said = ledger.said();
      head.from(this).send(() -> head.hear(said));
    }
  }

  /// A driver starts processes on what it takes for its own; the node has the last word.
  void start(String claim, AllottedPart part) {
    Share share = ledger.allocation().shares().get(claim);
    if (alive && share != null && share.gpus().equals(part.gpus())) {
      processes.put(claim, part);
    }
  }

  Map<String, AllottedPart> processes() {
    return processes;
  }

  /// Its plug is pulled; it comes back with nothing.
  void die() {
    alive = false;
    processes.clear();
    ledger = NodeLedger.of(node);
  }

  void comeBack() {
    alive = true;
  }
}
