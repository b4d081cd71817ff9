package dev.manta.it.cluster;

import static dev.manta.testkit.sim.Violation.require;

import dev.manta.cluster.Demand;
import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.cluster.head.Allotment;
import dev.manta.cluster.head.AllottedPart;
import dev.manta.cluster.head.ClaimState;
import dev.manta.cluster.head.HeadDecision;
import dev.manta.cluster.head.HeadEffect;
import dev.manta.cluster.head.HeadEvent;
import dev.manta.cluster.head.HeadState;
import dev.manta.cluster.head.NodeAllocation;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Watches what a cluster promises, by arithmetic of its own.
final class ClusterAudit {
  private static final double ROUNDING = 1e-6;

  private final ClusterWorld world;
  private final Map<String, Integer> deaths = new HashMap<>();
  private final Map<String, Map<String, Integer>> since = new HashMap<>();

  ClusterAudit(ClusterWorld world) {
    this.world = world;
  }

  void died(SimNode node) {
    deaths.merge(node.name(), 1, Integer::sum);
  }

  /// A head has decided something.
  void decided(HeadState before, HeadEvent event, HeadDecision decision) {
    for (HeadEffect effect : decision.effects()) {
      if (effect instanceof HeadEffect.Granted granted) {
        world
            .driver(granted.claim())
            .ifPresent(driver -> granted(decision.state(), driver, granted.grant()));
      } else if (effect instanceof HeadEffect.Reserve ask && ask.number() > before.sent()) {
        reserves(before, decision.state(), ask);
      }
    }
    if (event instanceof HeadEvent.NodeHeard(NodeAllocation allocation, long upTo)) {
      require(
          Objects.requireNonNull(decision.state().nodes().get(allocation.node().name()))
              .unanswered()
              .stream()
              .allMatch(effect -> effect.number() > upTo),
          "a node has answered, and its answer is still awaited");
    }
    if (decision.state().opened()) {
      for (ClaimState claim : decision.state().claims()) {
        grows(before, decision, claim);
        require(
            claim.told().isPresent()
                || decision.state().expected(claim.id()) >= claim.demand().least()
                || !claim.waits().isBlank(),
            "claim " + claim.id() + " has nothing, and nobody says why");
      }
    }
  }

  private static void reserves(HeadState before, HeadState after, HeadEffect.Reserve ask) {
    require(
        !before.isLeaving(ask.node()), "something is placed on " + ask.node() + ", which leaves");
    require(
        after.claims().stream()
            .filter(claim -> claim.id().equals(ask.claim()))
            .noneMatch(claim -> claim.lost().contains(ask.node())),
        ask.claim() + " is placed on " + ask.node() + ", which its driver does not reach");
    int had = before.expected(ask.claim());
    if (had == 0) {
      inOrder(after, ask.claim());
    }
  }

  /// Who has enough gets more only when nobody waits.
  private static void grows(HeadState before, HeadDecision decision, ClaimState claim) {
    HeadState after = decision.state();
    int more = 0;
    for (HeadEffect effect : decision.effects()) {
      if (effect instanceof HeadEffect.Reserve ask
          && ask.number() > before.sent()
          && ask.claim().equals(claim.id())) {
        more += ask.workers() - before.expected(ask.claim(), ask.node());
      }
    }
    boolean othersWait = after.claims().stream().anyMatch(other -> !other.waits().isEmpty());
    boolean enough = staying(after, claim) - more >= claim.demand().least();
    require(
        more <= 0 || !enough || !othersWait,
        claim.id() + " gets more than it needs while others wait");
  }

  private static int staying(HeadState state, ClaimState claim) {
    return state.nodes().keySet().stream()
        .filter(node -> !state.isLeaving(node) && !claim.lost().contains(node))
        .mapToInt(node -> state.expected(claim.id(), node))
        .sum();
  }

  private void granted(HeadState state, SimDriver driver, Allotment grant) {
    Demand demand = driver.demand();
    if (grant.version() == 1) {
      require(
          grant.workers() >= demand.least(),
          "%s was granted %s workers, and needs %s",
          driver.claim(),
          grant.workers(),
          demand.least());
    }
    laid(state, driver, grant);
  }

  /// A node has set something aside for claims.
  void reserved(SimNode node) {
    int life = deaths.getOrDefault(node.name(), 0);
    for (String claim : node.ledger().allocation().shares().keySet()) {
      since.computeIfAbsent(claim, _ -> new HashMap<>()).putIfAbsent(node.name(), life);
    }
  }

  /// Of those who want the same kind of thing the first who asked comes first; who had something
  /// and lost it before them.
  private static void inOrder(HeadState state, String claim) {
    ClaimState served =
        state.claims().stream().filter(each -> each.id().equals(claim)).findFirst().orElseThrow();
    for (ClaimState earlier : state.claims().subList(0, state.claims().indexOf(served))) {
      boolean waits = earlier.told().isEmpty() && !earlier.waits().isEmpty();
      boolean same = earlier.demand().each().gpus() <= 0 || served.demand().each().gpus() > 0;
      require(
          !waits || !same || served.told().isPresent(),
          claim + " was served before " + earlier.id());
    }
  }

  /// What a driver did not reach for a while may have been replaced, and be there again.
  private void laid(HeadState state, SimDriver driver, Allotment grant) {
    Demand demand = driver.demand();
    for (AllottedPart part : grant.parts()) {
      Node node = world.node(part.node()).orElseThrow().node();
      require(
          node.labels().entrySet().containsAll(demand.labels().entrySet()),
          "a worker is on a node without its labels");
      require(
          demand.acceleratorType().isEmpty()
              || node.gpuNames().contains(demand.acceleratorType().get()),
          "a worker has a GPU of another kind");
      require(
          demand.placement() != Placement.STRICT_SPREAD || part.workers() == 1,
          "two workers are on one node, which they must not be");
      require(
          part.gpus().size() == part.workers() * (int) Math.ceil(demand.each().gpus()),
          "a worker lacks a GPU");
    }
    require(
        demand.placement() != Placement.STRICT_PACK
            || grant.parts().stream()
                    .filter(p -> !state.isLeaving(p.node()) && !driver.hasLost(p.node()))
                    .count()
                <= 1,
        "workers that must be on one node are on several: " + grant);
  }

  /// A driver hears what is its own; what it had on a node that lives it has still.
  void heard(SimDriver driver, Allotment next) {
    Map<String, Integer> known = since.getOrDefault(driver.claim(), Map.of());
    Map<String, Integer> workers = new HashMap<>();
    next.parts().forEach(part -> workers.put(part.node(), part.workers()));
    for (AllottedPart part : driver.grant().map(Allotment::parts).orElse(List.of())) {
      boolean same = deaths.getOrDefault(part.node(), 0).equals(known.get(part.node()));
      require(
          !same
              || driver.hasLost(part.node())
              || workers.getOrDefault(part.node(), 0) >= part.workers(),
          "%s lost what it had on %s, which lives: %s, then %s",
          driver.claim(),
          part.node(),
          driver.grant().orElseThrow(),
          next);
    }
  }

  /// A driver was told that what it wants cannot be had.
  void refused(SimDriver driver) {
    if (!world.isDisturbed()) {
      int most = most(driver.demand(), world.nodes());
      require(
          most < driver.demand().least(),
          "%s was refused though %s workers fit",
          driver.claim(),
          most);
    }
  }

  /// How many workers fit on nodes that nobody uses.
  private static int most(Demand demand, Collection<SimNode> nodes) {
    int sum = 0;
    int largest = 0;
    int some = 0;
    for (SimNode each : nodes) {
      Node node = each.node();
      boolean suits =
          node.labels().entrySet().containsAll(demand.labels().entrySet())
              && (demand.acceleratorType().isEmpty()
                  || node.gpuNames().contains(demand.acceleratorType().get()));
      int fits = suits ? fits(node.total(), demand.each()) : 0;
      sum += fits;
      largest = Math.max(largest, fits);
      some += fits > 0 ? 1 : 0;
    }
    return switch (demand.placement()) {
      case PACK, SPREAD -> sum;
      case STRICT_PACK -> largest;
      case STRICT_SPREAD -> some;
    };
  }

  private static int fits(Resources total, Resources each) {
    int cpus = (int) (total.cpus() / each.cpus() + ROUNDING);
    if (each.gpus() <= 0) {
      return cpus;
    }
    int gpus =
        each.gpus() < 1
            ? ((int) total.gpus()) * (int) (1 / each.gpus() + ROUNDING)
            : (int) (total.gpus() / each.gpus() + ROUNDING);
    return Math.min(cpus, gpus);
  }

  /// Whatever happens, no device is given twice.
  void look() {
    for (SimNode node : world.nodes()) {
      double cpus = 0;
      double[] gpus = new double[(int) node.node().total().gpus()];
      for (Map.Entry<String, AllottedPart> each : node.processes().entrySet()) {
        Resources want = world.everAsked(each.getKey()).each();
        cpus += want.cpus() * each.getValue().workers();
        for (int gpu : each.getValue().gpus()) {
          gpus[gpu] += Math.min(1, want.gpus());
        }
      }
      for (int gpu = 0; gpu < gpus.length; gpu++) {
        require(gpus[gpu] <= 1 + ROUNDING, "GPU " + gpu + " of " + node.name() + " is used twice");
      }
      require(
          cpus <= node.node().total().cpus() + ROUNDING, node.name() + " is used more than once");
    }
  }
}
