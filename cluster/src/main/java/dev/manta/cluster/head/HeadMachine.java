package dev.manta.cluster.head;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What follows from what in a head: a pure function of state, event and time.
public final class HeadMachine {
  private final HeadRules rules;

  public HeadMachine() {
    this(new HeadRules());
  }

  public HeadMachine(HeadRules rules) {
    this.rules = rules;
  }

  /// What is decided on an event.
  ///
  /// @param now time that only goes forward, from any begin
  public HeadDecision step(HeadState state, HeadEvent event, Duration now) {
    return step(state, List.of(event), now);
  }

  /// What is decided on events that came together: who gets what is looked at once, however many
  /// nodes have answered.
  public HeadDecision step(HeadState state, List<HeadEvent> events, Duration now) {
    var draft = new HeadDraft(state, rules, now);
    events.forEach(event -> handle(draft, event));
    boolean opens = !state.opened() && mayGrant(draft);
    draft.opened |= opens;
    if (opens || (draft.opened && draft.hasChanged())) {
      Unknowns.release(draft);
      Granting.settle(draft);
    }
    return draft.done();
  }

  private static boolean mayGrant(HeadDraft draft) {
    boolean all = draft.unheard.isEmpty();
    return draft.rules.mayGrant(draft.since, draft.now, all)
        || draft.rules.mayGrantAtOnce(draft.isFirst, all && !draft.nodes.isEmpty());
  }

  private static void handle(HeadDraft draft, HeadEvent event) {
    switch (event) {
      case HeadEvent.NodeJoined(String node) -> joined(draft, node);
      case HeadEvent.NodeHeard(NodeAllocation allocation, long upTo) ->
          heard(draft, allocation, upTo);
      case HeadEvent.NodeGone(String node) -> gone(draft, node);
      case HeadEvent.DrainAsked(String node) -> drain(draft, node);
      case HeadEvent.ClaimHeard claim -> claimed(draft, claim);
      case HeadEvent.ClaimReleased(String claim) -> released(draft, claim);
      case HeadEvent.TimePassed() -> timePassed(draft);
    }
  }

  private static void joined(HeadDraft draft, String node) {
    if (!draft.nodes.containsKey(node)) {
      draft.unheard.add(node);
    }
  }

  private static void heard(HeadDraft draft, NodeAllocation allocation, long upTo) {
    String name = allocation.node().name();
    NodeView known = draft.nodes.getOrDefault(name, NodeView.of(allocation, List.of()));
    List<HeadEffect.ForNode> onTheirWay =
        known.unanswered().stream()
            .filter(effect -> draft.rules.isOnItsWay(effect.number(), upTo))
            .toList();
    draft.nodes.put(name, NodeView.of(allocation, onTheirWay));
    draft.unheard.remove(name);
    draft.changed();
  }

  private static void gone(HeadDraft draft, String node) {
    draft.nodes.remove(node);
    draft.unheard.remove(node);
    draft.changed();
  }

  private static void drain(HeadDraft draft, String node) {
    NodeView view = draft.nodes.get(node);
    if (view != null && !view.expected().leaving()) {
      draft.drain(node);
    }
  }

  private static void claimed(HeadDraft draft, HeadEvent.ClaimHeard event) {
    Optional<ClaimState> known = draft.claim(event.claim());
    if (known.isPresent()) {
      heard(draft, known.get(), event);
    } else {
      draft.claims.add(ClaimState.of(event, draft.now));
      draft.changed();
    }
  }

  /// A run that is resumed may ask for something else: whoever asks hears of all of that at once.
  private static void heard(HeadDraft draft, ClaimState known, HeadEvent.ClaimHeard event) {
    boolean other = !known.demand().equals(event.demand());
    if (other && !known.demand().each().equals(event.demand().each())) {
      draft.release(known.id());
    }
    if (other || !known.lost().equals(event.lost())) {
      draft.changed();
    }
    ClaimState now = other ? ClaimState.of(event, draft.now) : known;
    draft.change(known.id(), _ -> now.heard(draft.now, event.lost()));
  }

  private static void released(HeadDraft draft, String claim) {
    draft.release(claim);
    draft.claims.removeIf(known -> known.id().equals(claim));
  }

  /// Nodes that have not answered are asked again, which does no harm; drivers that are silent for
  /// long are gone.
  private static void timePassed(HeadDraft draft) {
    draft.nodes.values().forEach(node -> node.unanswered().forEach(draft::effect));
    draft.claims.stream()
        .filter(claim -> draft.rules.isSilent(claim.heard(), draft.now))
        .map(ClaimState::id)
        .toList()
        .forEach(claim -> released(draft, claim));
    if (!draft.unknown.isEmpty()) {
      draft.changed();
    }
  }
}
