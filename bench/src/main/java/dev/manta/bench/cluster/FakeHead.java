package dev.manta.bench.cluster;

import dev.manta.cluster.Demand;
import dev.manta.cluster.Node;
import dev.manta.cluster.head.Allotment;
import dev.manta.cluster.head.HeadDecision;
import dev.manta.cluster.head.HeadEffect;
import dev.manta.cluster.head.HeadEvent;
import dev.manta.cluster.head.HeadMachine;
import dev.manta.cluster.head.HeadState;
import dev.manta.cluster.head.NodeLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// A real head without a network: its nodes answer at once, so many of them at a time.
final class FakeHead {
  private static final long TERM = 1;
  private static final int TOGETHER = 64;

  private final HeadMachine machine = new HeadMachine();
  private final Map<String, NodeLedger> ledgers = new HashMap<>();
  private final Duration now = Duration.ofMinutes(1);
  private HeadState state = HeadState.begun(TERM, Duration.ZERO);

  FakeHead(List<Node> nodes) {
    List<HeadEvent> said = new ArrayList<>();
    for (Node node : nodes) {
      NodeLedger ledger = NodeLedger.of(node).follow(TERM);
      ledgers.put(node.name(), ledger);
      said.add(ledger.said());
    }
    take(said);
  }

  /// What a claim is granted; nothing where it has to wait.
  Optional<Allotment> claim(Demand demand) {
    return take(
        List.of(new HeadEvent.ClaimHeard(demand.run(), demand, false, Optional.empty(), Set.of())));
  }

  void release(String claim) {
    take(List.of(new HeadEvent.ClaimReleased(claim)));
  }

  private Optional<Allotment> take(List<HeadEvent> first) {
    Optional<Allotment> granted = Optional.empty();
    List<HeadEvent> events = new ArrayList<>(first);
    while (!events.isEmpty()) {
      List<HeadEvent> together = events.subList(0, Math.min(TOGETHER, events.size()));
      HeadDecision decision = machine.step(state, List.copyOf(together), now);
      together.clear();
      state = decision.state();
      for (HeadEffect effect : decision.effects()) {
        if (effect instanceof HeadEffect.ForNode asked) {
          events.add(answer(asked));
        } else if (effect instanceof HeadEffect.Granted(String _, Allotment grant)) {
          granted = Optional.of(grant);
        }
      }
    }
    return granted;
  }

  private HeadEvent answer(HeadEffect.ForNode asked) {
    NodeLedger ledger = Objects.requireNonNull(ledgers.get(asked.node())).take(TERM, asked);
    ledgers.put(asked.node(), ledger);
    return ledger.said();
  }
}
