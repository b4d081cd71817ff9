package dev.manta.it.cluster;

import dev.manta.cluster.Demand;
import dev.manta.cluster.head.Allotment;
import dev.manta.cluster.head.HeadEvent;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// A driver: it asks, uses what it gets for a while, and gives it back.
final class SimDriver {
  private static final Duration SAYS_AGAIN = Duration.ofSeconds(3);

  private final ClusterWorld world;
  private final String claim;
  private final Demand demand;
  private Optional<Allotment> grant = Optional.empty();
  private String answer = "";
  private long term;
  private boolean alive = true;
  private boolean done;
  private boolean served;
  private boolean possible;
  private final Set<String> lost = new HashSet<>();
  private final Set<String> everLost = new HashSet<>();

  SimDriver(ClusterWorld world, String claim, Demand demand) {
    this.world = world;
    this.claim = claim;
    this.demand = demand;
    say();
  }

  private void say() {
    if (alive && !done) {
      tell(world.head());
      world.after(SAYS_AGAIN, this::say);
    }
  }

  void tell(SimHead head) {
    if (alive && !done) {
      term = Math.max(term, head.term());
      var said = new HeadEvent.ClaimHeard(claim, demand, possible, grant, lost);
      head.from(this).send(() -> head.hear(said));
    }
  }

  String claim() {
    return claim;
  }

  Demand demand() {
    return demand;
  }

  Optional<Allotment> grant() {
    return grant;
  }

  boolean alive() {
    return alive && !done;
  }

  /// Whether it got what it wanted, was refused, or is gone.
  boolean isSettled() {
    return done || !alive || served;
  }

  String answer() {
    return answer;
  }

  void granted(Allotment next) {
    boolean old = next.term() < term || grant.filter(had -> !next.isNewerThan(had)).isPresent();
    if (!alive || done || old) {
      return;
    }
    world.audit().heard(this, next);
    boolean first = grant.isEmpty();
    grant = Optional.of(next);
    next.parts().forEach(part -> world.node(part.node()).ifPresent(n -> n.start(claim, part)));
    if (world.script().chance(world.script().losesSight) && !next.parts().isEmpty()) {
      lose(next.parts().get(world.script().upTo(next.parts().size())).node());
    }
    if (first) {
      served = true;
      world.after(world.script().millis(500, 20_000), this::release);
    }
  }

  /// It does not reach a node for a while, and says so.
  private void lose(String node) {
    world.after(
        world.script().millis(1, 5_000),
        () -> {
          lost.add(node);
          everLost.add(node);
          tell(world.head());
        });
    world.after(
        world.script().millis(5_001, 15_000),
        () -> {
          lost.remove(node);
          tell(world.head());
        });
  }

  /// Whether it has said of a node at some time that it does not reach it.
  boolean hasLost(String node) {
    return everLost.contains(node);
  }

  void waits(String why, boolean isPossible) {
    answer = why;
    possible |= isPossible;
  }

  void refused(String why) {
    world.audit().refused(this);
    answer = why;
    done = true;
  }

  private void release() {
    if (alive && !done) {
      done = true;
      SimHead head = world.head();
      head.from(this).send(() -> head.hear(new HeadEvent.ClaimReleased(claim)));
    }
  }

  void die() {
    alive = false;
  }
}
