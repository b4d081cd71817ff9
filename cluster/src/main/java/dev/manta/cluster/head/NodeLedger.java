package dev.manta.cluster.head;

import dev.manta.cluster.Node;

/// A node's own account of who has what of it: the last word, whatever a head believes.
///
/// @param term that of the newest head heard of
/// @param upTo the number of its last effect that was taken in
public record NodeLedger(NodeAllocation allocation, long term, long upTo) {
  /// That of a node which has just begun.
  public static NodeLedger of(Node node) {
    return new NodeLedger(NodeAllocation.of(node), 0, 0);
  }

  /// From now on heads with lower terms are not heard any more: what this one is told is true.
  public NodeLedger follow(long head) {
    return head > term ? new NodeLedger(allocation, head, 0) : this;
  }

  /// Takes in what a head asks, unless another head has followed it, or it was taken in before.
  public NodeLedger take(long head, HeadEffect.ForNode effect) {
    if (head < term || (head == term && effect.number() <= upTo)) {
      return this;
    }
    return new NodeLedger(taken(allocation, effect), head, effect.number());
  }

  /// The capacity afterwards; what does not fit is not taken.
  static NodeAllocation taken(NodeAllocation allocation, HeadEffect.ForNode effect) {
    return switch (effect) {
      case HeadEffect.Reserve ask ->
          allocation.with(ask.claim(), ask.workers(), ask.each()).orElse(allocation);
      case HeadEffect.Release ask -> allocation.without(ask.claim());
      case HeadEffect.Drain _ -> allocation.aboutToLeave();
    };
  }

  /// The same about to leave: the node itself may want that, too.
  public NodeLedger aboutToLeave() {
    return new NodeLedger(allocation.aboutToLeave(), term, upTo);
  }

  /// What this node says to the head that it follows.
  public HeadEvent.NodeHeard said() {
    return new HeadEvent.NodeHeard(allocation, upTo);
  }
}
