package dev.manta.cluster.head;

import dev.manta.cluster.Demand;
import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// A head and nodes that answer at once, unless told not to.
final class HeadStory {
  private final HeadMachine machine = new HeadMachine();
  private final Map<String, NodeLedger> ledgers = new HashMap<>();
  final List<HeadEffect> effects = new ArrayList<>();
  private Duration now = Duration.ZERO;
  private boolean mute;
  HeadState state = HeadState.begun(1, now);

  static Demand workers(int count) {
    return workers(count, count);
  }

  static Demand workers(int min, int max) {
    return new Demand(
        "run",
        min,
        max,
        Resources.cpus(1),
        Placement.PACK,
        Map.of(),
        Optional.empty(),
        Optional.empty());
  }

  static Demand gpus(int workers, double each) {
    return with(workers(workers), Resources.cpus(1).withGpus(each));
  }

  static Demand with(Demand demand, Resources each) {
    return new Demand(
        "run",
        demand.least(),
        demand.most(),
        each,
        demand.placement(),
        demand.labels(),
        demand.acceleratorType(),
        Optional.empty());
  }

  static Demand with(Demand demand, Placement placement) {
    return new Demand(
        "run",
        demand.least(),
        demand.most(),
        demand.each(),
        placement,
        demand.labels(),
        demand.acceleratorType(),
        Optional.empty());
  }

  static Node node(String name, int cpus, int gpus) {
    return new Node(
        name, Resources.cpus(cpus).withGpus(gpus), Collections.nCopies(gpus, "H200"), Map.of());
  }

  /// A head that has heard of all nodes there are and is open.
  static HeadStory of(Node... nodes) {
    var story = new HeadStory();
    for (Node node : nodes) {
      story.joins(node);
    }
    return story.later(5);
  }

  HeadStory joins(Node node) {
    ledgers.put(node.name(), NodeLedger.of(node).follow(1));
    return says(node.name());
  }

  HeadStory says(String node) {
    return happens(Objects.requireNonNull(ledgers.get(node)).said());
  }

  /// Nodes do not answer any more, or answer what they were asked meanwhile.
  HeadStory mute(boolean nodes) {
    mute = nodes;
    return mute ? this : happens(new HeadEvent.TimePassed());
  }

  HeadStory later(int seconds) {
    now = now.plusSeconds(seconds);
    return happens(new HeadEvent.TimePassed());
  }

  HeadStory asks(String claim, Demand demand) {
    return happens(new HeadEvent.ClaimHeard(claim, demand, false, Optional.empty(), Set.of()));
  }

  /// A claim's driver does not reach some nodes.
  HeadStory loses(String claim, Demand demand, String... nodes) {
    return happens(new HeadEvent.ClaimHeard(claim, demand, true, granted(claim), Set.of(nodes)));
  }

  /// A node comes back with what it had.
  HeadStory back(NodeLedger ledger) {
    ledgers.put(ledger.allocation().node().name(), ledger);
    return says(ledger.allocation().node().name());
  }

  NodeLedger ledger(String node) {
    return Objects.requireNonNull(ledgers.get(node));
  }

  HeadStory gone(String node) {
    ledgers.remove(node);
    return happens(new HeadEvent.NodeGone(node));
  }

  HeadStory happens(HeadEvent event) {
    HeadDecision decision = machine.step(state, event, now);
    state = decision.state();
    effects.addAll(decision.effects());
    for (HeadEffect effect : decision.effects()) {
      if (effect instanceof HeadEffect.ForNode ask && !mute && ledgers.containsKey(ask.node())) {
        ledgers.computeIfPresent(ask.node(), (_, ledger) -> ledger.take(1, ask));
        says(ask.node());
      }
    }
    return this;
  }

  /// What a claim's driver was told last.
  Optional<Allotment> granted(String claim) {
    return all(HeadEffect.Granted.class).stream()
        .filter(granted -> granted.claim().equals(claim))
        .map(HeadEffect.Granted::grant)
        .reduce((_, last) -> last);
  }

  <T extends HeadEffect> List<T> all(Class<T> kind) {
    return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
