package dev.manta.cluster.head;

import dev.manta.cluster.head.NodeAllocation.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/// A head's state while an event is taken in.
final class HeadDraft {
  final long term;
  final Duration now;
  final boolean isFirst;
  final Duration since;
  final HeadRules rules;
  final Map<String, NodeView> nodes;
  final Set<String> unheard;
  final List<ClaimState> claims;
  final Map<String, Duration> unknown;
  boolean opened;
  private long sent;
  private boolean changed;
  private final List<HeadEffect> effects = new ArrayList<>();

  HeadDraft(HeadState state, HeadRules rules, Duration now) {
    this.now = now;
    this.rules = rules;
    this.term = state.term();
    this.isFirst = state.isFirst();
    this.since = state.since();
    this.opened = state.opened();
    this.sent = state.sent();
    this.nodes = new TreeMap<>(state.nodes());
    this.unheard = new TreeSet<>(state.unheard());
    this.claims = new ArrayList<>(state.claims());
    this.unknown = new TreeMap<>(state.unknown());
  }

  void effect(HeadEffect effect) {
    effects.add(effect);
  }

  /// Who gets what must be looked at again.
  void changed() {
    changed = true;
  }

  boolean hasChanged() {
    return changed;
  }

  Optional<ClaimState> claim(String id) {
    return claims.stream().filter(claim -> claim.id().equals(id)).findFirst();
  }

  /// Replaces a claim, where it is there.
  void change(String id, UnaryOperator<ClaimState> by) {
    claims.replaceAll(claim -> claim.id().equals(id) ? by.apply(claim) : claim);
  }

  /// How many workers of a claim each node has, or is about to have.
  Map<String, Integer> expected(String claim) {
    Map<String, Integer> counts = new TreeMap<>();
    for (NodeView node : nodes.values()) {
      int workers = node.expected(claim);
      if (workers > 0) {
        counts.put(node.name(), workers);
      }
    }
    return counts;
  }

  /// What nodes have set aside for a claim, as the next version of what its driver was told.
  Allotment grant(ClaimState claim) {
    int version = claim.told().map(Allotment::version).orElse(0) + 1;
    List<AllottedPart> parts = new ArrayList<>();
    for (NodeView node : nodes.values()) {
      Share share = node.held(claim.id());
      if (share.workers() > 0) {
        parts.add(new AllottedPart(node.name(), share.workers(), share.gpus()));
      }
    }
    return new Allotment(term, version, parts);
  }

  /// Asks a node for capacity for so many workers of a claim.
  void reserve(String node, ClaimState claim, int workers) {
    ask(new HeadEffect.Reserve(node, ++sent, claim.id(), workers, claim.demand().each()));
  }

  /// Tells a node to leave.
  void drain(String node) {
    ask(new HeadEffect.Drain(node, ++sent));
    changed();
  }

  /// Takes from a claim all that it has anywhere.
  void release(String claim) {
    expected(claim).keySet().forEach(node -> release(claim, node));
    changed();
  }

  /// Takes from a claim what it has on a node.
  void release(String claim, String node) {
    ask(new HeadEffect.Release(node, ++sent, claim));
  }

  private void ask(HeadEffect.ForNode effect) {
    nodes.computeIfPresent(effect.node(), (_, view) -> view.with(effect));
    effect(effect);
  }

  HeadDecision done() {
    return new HeadDecision(
        new HeadState(term, isFirst, since, opened, sent, nodes, unheard, claims, unknown),
        effects);
  }
}
