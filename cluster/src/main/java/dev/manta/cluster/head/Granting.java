package dev.manta.cluster.head;

import dev.manta.cluster.Demand;
import dev.manta.cluster.Placement;
import java.util.ArrayList;
import java.util.Comparator;
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
    List.copyOf(draft.claims).forEach(granting::giveBack);
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
    } else if (!claim.possible() && !open(claim).isEmpty()) {
      refuse(claim);
    } else if (behind) {
      wait(claim, "others asked before");
    } else {
      place(claim);
    }
  }

  /// Sets aside what a claim lacks, or lets it wait.
  private void place(ClaimState claim) {
    Optional<Map<String, Integer>> counts = laid(claim);
    if (counts.isPresent()) {
      reserve(claim, counts.get());
      waits(claim, "");
      return;
    }
    wait(claim, Missing.of(claim.demand(), open(claim)));
  }

  /// All or nothing: who has never had its least keeps nothing from others.
  private void wait(ClaimState claim, String why) {
    if (claim.told().isEmpty()) {
      draft.release(claim.id());
    }
    waits(claim, why);
    waiting.add(claim.demand());
  }

  /// What could be had once is not refused because a node is away.
  private ClaimState looked(ClaimState claim) {
    List<NodeAllocation> empty = open(claim).stream().map(NodeAllocation::emptied).toList();
    boolean possible =
        claim.possible() || Layout.of(claim.id(), claim.demand(), empty, Map.of()).isPresent();
    draft.change(claim.id(), known -> known.known(possible));
    return claim.known(possible);
  }

  private void refuse(ClaimState claim) {
    draft.release(claim.id());
    draft.claims.removeIf(other -> other.id().equals(claim.id()));
    draft.effect(new HeadEffect.Refused(claim.id(), Missing.of(claim.demand(), open(claim))));
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
      laid(claim).filter(counts -> sum(counts) > has).ifPresent(counts -> reserve(claim, counts));
    }
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(count -> count).sum();
  }

  private Optional<Map<String, Integer>> laid(ClaimState claim) {
    return Layout.of(claim.id(), claim.demand(), open(claim), staying(claim));
  }

  /// What a claim has on nodes that stay, or is about to have.
  private Map<String, Integer> staying(ClaimState claim) {
    Map<String, Integer> has = draft.expected(claim.id());
    has.keySet().removeIf(node -> !isOpen(draft.nodes.get(node)) || !mayUse(claim, node));
    return has;
  }

  /// The nodes on which something may be placed for a claim.
  private List<NodeAllocation> open(ClaimState claim) {
    return draft.nodes.values().stream()
        .filter(node -> isOpen(node) && mayUse(claim, node.name()))
        .map(NodeView::expected)
        .toList();
  }

  private boolean mayUse(ClaimState claim, String node) {
    return draft.rules.mayUse(!claim.lost().contains(node));
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
    giveBackReplaced(claim);
  }

  /// What others took the place of is not used any more, also if it is reached again.
  private void giveBackReplaced(ClaimState claim) {
    draft.expected(claim.id()).keySet().stream()
        .filter(node -> !mayUse(claim, node))
        .forEach(node -> draft.release(claim.id(), node));
  }

  /// An earlier head may not have lived to see the end of what it had begun, and two of them may
  /// each have set aside all that a claim wants: what a driver does not reach, or was never told
  /// of, is given back where there is enough without. What it was told of and reaches it may use,
  /// also on a node that came back after it was replaced.
  private void giveBack(ClaimState claim) {
    Demand demand = claim.demand();
    boolean onOneNode = demand.placement() == Placement.STRICT_PACK;
    int enough = onOneNode ? demand.least() : demand.most();
    Map<String, Integer> has = draft.expected(claim.id());
    has.keySet().removeIf(node -> !isOpen(draft.nodes.get(node)));
    int all = sum(has);
    for (String node : leastUsefulFirst(claim, has)) {
      int workers = has.getOrDefault(node, 0);
      boolean unused = claim.told().isEmpty() || !mayUse(claim, node);
      if (unused && all - workers >= enough) {
        draft.release(claim.id(), node);
        all -= workers;
      }
    }
  }

  private List<String> leastUsefulFirst(ClaimState claim, Map<String, Integer> counts) {
    return counts.keySet().stream()
        .sorted(
            Comparator.comparing((String node) -> mayUse(claim, node))
                .thenComparing(node -> counts.getOrDefault(node, 0)))
        .toList();
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
