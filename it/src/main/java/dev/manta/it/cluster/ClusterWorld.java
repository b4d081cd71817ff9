package dev.manta.it.cluster;

import dev.manta.cluster.Demand;
import dev.manta.cluster.head.HeadEvent;
import dev.manta.cluster.head.HeadMachine;
import dev.manta.testkit.sim.Schedule;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Everything there is in a history.
final class ClusterWorld {
  private final ClusterScript script;
  private final ClusterMutant mutant;
  private final Schedule schedule = new Schedule();
  private final ClusterAudit audit = new ClusterAudit(this);
  private final Map<String, SimNode> nodes = new LinkedHashMap<>();
  private final Map<String, SimDriver> drivers = new LinkedHashMap<>();
  private final Map<String, Demand> asked = new LinkedHashMap<>();
  private SimHead head;
  private long terms;
  private boolean disturbed;

  ClusterWorld(ClusterScript script, ClusterMutant mutant) {
    this.script = script;
    this.mutant = mutant;
    for (int number = 0; number < script.nodes; number++) {
      var node = new SimNode(this, script.node(number));
      nodes.put(node.name(), node);
    }
    head = nextHead();
  }

  private SimHead nextHead() {
    return new SimHead(this, new HeadMachine(mutant.rules()), ++terms);
  }

  /// Another head begins; nodes and drivers find it in their own time.
  void startHead() {
    disturbed = true;
    head = nextHead();
    announce();
  }

  void announce() {
    SimHead next = head;
    nodes.values().stream()
        .filter(SimNode::alive)
        .forEach(node -> next.hear(new HeadEvent.NodeJoined(node.name())));
    nodes.values().forEach(node -> after(script.millis(1, 3000), () -> node.tell(next)));
    drivers.values().forEach(driver -> after(script.millis(1, 3000), () -> driver.tell(next)));
  }

  void addDriver(int number) {
    String claim = "c" + number;
    Demand demand = script.demand(claim);
    asked.put(claim, demand);
    drivers.put(claim, new SimDriver(this, claim, demand));
  }

  /// Nodes go and come, so that what cannot be had at a time may be had at another.
  void disturb() {
    disturbed = true;
  }

  boolean isDisturbed() {
    return disturbed;
  }

  OrderedLink link() {
    return new OrderedLink(schedule, script);
  }

  SimHead head() {
    return head;
  }

  Collection<SimNode> nodes() {
    return nodes.values();
  }

  Optional<SimNode> node(String name) {
    return Optional.ofNullable(nodes.get(name));
  }

  Collection<SimDriver> drivers() {
    return drivers.values();
  }

  Optional<SimDriver> driver(String claim) {
    return Optional.ofNullable(drivers.get(claim));
  }

  Demand everAsked(String claim) {
    return Objects.requireNonNull(asked.get(claim));
  }

  ClusterScript script() {
    return script;
  }

  ClusterMutant flaw() {
    return mutant;
  }

  ClusterAudit audit() {
    return audit;
  }

  Duration now() {
    return schedule.elapsed();
  }

  void after(Duration time, Runnable task) {
    schedule.after(time, task);
  }

  boolean next() {
    boolean more = schedule.next();
    audit.look();
    return more;
  }
}
