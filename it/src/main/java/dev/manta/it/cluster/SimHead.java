package dev.manta.it.cluster;

import dev.manta.cluster.head.HeadDecision;
import dev.manta.cluster.head.HeadEffect;
import dev.manta.cluster.head.HeadEvent;
import dev.manta.cluster.head.HeadMachine;
import dev.manta.cluster.head.HeadState;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// A head: the real machine, and its links to nodes and drivers.
final class SimHead {
  private static final Duration TICK = Duration.ofSeconds(1);

  private final ClusterWorld world;
  private final HeadMachine machine;
  private final long term;
  private final Map<String, OrderedLink> toNodes = new HashMap<>();
  private final Map<String, OrderedLink> fromNodes = new HashMap<>();
  private final Map<String, OrderedLink> toDrivers = new HashMap<>();
  private final Map<String, OrderedLink> fromDrivers = new HashMap<>();
  private HeadState state;
  private boolean alive = true;

  SimHead(ClusterWorld world, HeadMachine machine, long term) {
    this.world = world;
    this.machine = machine;
    this.term = term;
    this.state =
        term == 1 ? HeadState.first(term, world.now()) : HeadState.begun(term, world.now());
    tick();
  }

  private void tick() {
    if (alive) {
      hear(new HeadEvent.TimePassed());
      world.after(TICK, this::tick);
    }
  }

  long term() {
    return term;
  }

  boolean alive() {
    return alive;
  }

  HeadState state() {
    return state;
  }

  OrderedLink from(SimNode node) {
    return fromNodes.computeIfAbsent(node.name(), _ -> world.link());
  }

  OrderedLink from(SimDriver driver) {
    return fromDrivers.computeIfAbsent(driver.claim(), _ -> world.link());
  }

  /// A node is gone: what is on its way to or from it is lost.
  void lost(SimNode node) {
    close(toNodes, node.name());
    close(fromNodes, node.name());
    hear(new HeadEvent.NodeGone(node.name()));
  }

  private static void close(Map<String, OrderedLink> links, String name) {
    OrderedLink link = links.remove(name);
    if (link != null) {
      link.close();
    }
  }

  void hear(HeadEvent event) {
    if (alive) {
      HeadDecision decision = machine.step(state, event, world.now());
      world.audit().decided(state, event, decision);
      state = decision.state();
      decision.effects().forEach(this::act);
    }
  }

  private void act(HeadEffect effect) {
    switch (effect) {
      case HeadEffect.ForNode ask ->
          world
              .node(ask.node())
              .ifPresent(
                  node ->
                      toNodes
                          .computeIfAbsent(node.name(), _ -> world.link())
                          .send(() -> node.asked(this, ask)));
      case HeadEffect.Granted granted -> tell(granted.claim(), d -> d.granted(granted.grant()));
      case HeadEffect.Waits waits ->
          tell(waits.claim(), d -> d.waits(waits.why(), waits.possible()));
      case HeadEffect.Refused refused -> tell(refused.claim(), d -> d.refused(refused.why()));
    }
  }

  private void tell(String claim, Consumer<SimDriver> what) {
    world
        .driver(claim)
        .ifPresent(
            driver ->
                toDrivers
                    .computeIfAbsent(claim, _ -> world.link())
                    .send(() -> what.accept(driver)));
  }

  void die() {
    alive = false;
  }
}
