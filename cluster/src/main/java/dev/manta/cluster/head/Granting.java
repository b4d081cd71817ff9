package dev.manta.cluster.head;

import dev.manta.cluster.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who gets what, now that something has changed: those who had something and lost a part of it
/// first, then those who wait, in their order; those who could use more last.
final class Granting {
  private final HeadDraft draft;
  private final List<Demand> waiting = new ArrayList<>();

  private Granting(HeadDraft draft) {
    this.draft = draft;
  }

  static void settle(HeadDraft draft) {
    var granting = new Granting(draft);
    granting.inOrder().forEach(granting::serve);
    if (draft.rules.mayGrow(!granting.waiting.isEmpty())) {
      List.copyOf(draft.claims).forEach(granting::grow);
    }
    List.copyOf(draft.claims).forEach(granting::tell);
  }

  private List<ClaimState> inOrder() {
    List<ClaimState> order = new ArrayList<>();
    draft.claims.stream().filter(claim -> claim.told().isPresent()).forEach(order::add);
    draft.claims.stream().filter(claim -> claim.told().isEmpty()).forEach(order::add);
    return order;
  }

  private void serve(ClaimState asked) {
    ClaimState claim = looked(asked);
    Demand demand = claim.demand();
    boolean behind =
        claim.told().isEmpty()
            && waiting.stream().anyMatch(earlier -> draft.rules.isBehind(demand, earlier));
    if (sum(staying(claim)) >= demand.least()) {
      waits(claim, "");
    } else if (!claim.possible() && !open().isEmpty()) {
      refuse(claim);
    } else if (behind) {
      waits(claim, "others asked before");
      waiting.add(demand);
    } else {
      place(claim);
    }
  }

  /// Sets aside what a claim lacks, or lets it wait.
  private void place(ClaimState claim) {
    Optional<Map<String, Integer>> counts = laid(claim, open());
    if (counts.isPresent()) {
      reserve(claim, counts.get());
      waits(claim, "");
      return;
    }
    String missing = Missing.of(claim.demand(), open());
    if (claim.told().isEmpty()) {
      // All or nothing: who has never had its least keeps nothing from others.
      draft.release(claim.id());
    }
    waits(claim, missing);
    waiting.add(claim.demand());
  }

  /// What could be had once is not refused because a node is away.
  private ClaimState looked(ClaimState claim) {
    List<NodeRoom> empty = open().stream().map(NodeRoom::emptied).toList();
    boolean possible =
        claim.possible() || Layout.of(claim.id(), claim.demand(), empty, Map.of()).isPresent();
    draft.change(claim.id(), known -> known.known(possible));
    return claim.known(possible);
  }

  private void refuse(ClaimState claim) {
    draft.release(claim.id());
    draft.claims.removeIf(other -> other.id().equals(claim.id()));
    draft.effect(new HeadEffect.Refused(claim.id(), Missing.of(claim.demand(), open())));
  }

  private void waits(ClaimState claim, String why) {
    if (!claim.waits().equals(why)) {
      draft.change(claim.id(), known -> known.waits(why));
      if (!why.isEmpty()) {
        draft.effect(new HeadEffect.Waits(claim.id(), why, claim.possible()));
      }
    }
  }

  private void grow(ClaimState claim) {
    int has = sum(staying(claim));
    if (has < claim.demand().most() && has >= claim.demand().least()) {
      laid(claim, open())
          .filter(counts -> sum(counts) > has)
          .ifPresent(counts -> reserve(claim, counts));
    }
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(count -> count).sum();
  }

  private Optional<Map<String, Integer>> laid(ClaimState claim, List<NodeRoom> rooms) {
    return Layout.of(claim.id(), claim.demand(), rooms, staying(claim));
  }

  /// What a claim has on nodes that stay, or is about to have.
  private Map<String, Integer> staying(ClaimState claim) {
    Map<String, Integer> has = draft.expected(claim.id());
    has.keySet().removeIf(node -> !isOpen(draft.nodes.get(node)));
    return has;
  }

  /// The nodes on which something may be placed.
  private List<NodeRoom> open() {
    return draft.nodes.values().stream().filter(Granting::isOpen).map(NodeView::expected).toList();
  }

  private static boolean isOpen(@Nullable NodeView node) {
    return node != null && !node.expected().leaving();
  }

  private void reserve(ClaimState claim, Map<String, Integer> counts) {
    Map<String, Integer> has = draft.expected(claim.id());
    counts.forEach(
        (node, workers) -> {
          if (!workers.equals(has.get(node))) {
            draft.reserve(node, claim, workers);
          }
        });
  }

  /// A driver hears of all of its least at once, and later of whatever comes and goes.
  private void tell(ClaimState claim) {
    Allotment grant = draft.grant(claim);
    boolean news =
        claim.told().isPresent()
            ? !claim.told().get().parts().equals(grant.parts())
            : grant.workers() >= claim.demand().least() && grant.workers() == all(claim);
    if (news) {
      draft.change(claim.id(), known -> known.told(grant));
      draft.effect(new HeadEffect.Granted(claim.id(), grant));
    }
  }

  private int all(ClaimState claim) {
    return sum(draft.expected(claim.id()));
  }
}
