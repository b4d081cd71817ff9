package dev.manta.cluster.head;

import dev.manta.cluster.head.NodeAllocation.Share;
import java.util.ArrayList;
import java.util.List;

/// A node as its head sees it.
///
/// @param said what the node has said last
/// @param unanswered what was asked of it since, as far as it has not answered
/// @param expected what it will be when it has taken that in
public record NodeView(
    NodeAllocation said, List<HeadEffect.ForNode> unanswered, NodeAllocation expected) {
  public NodeView {
    unanswered = List.copyOf(unanswered);
  }

  /// A node that has said what it is; what was on its way to it still is.
  static NodeView of(NodeAllocation said, List<HeadEffect.ForNode> onTheirWay) {
    NodeAllocation expected = said;
    for (HeadEffect.ForNode effect : onTheirWay) {
      expected = NodeLedger.taken(expected, effect);
    }
    return new NodeView(said, onTheirWay, expected);
  }

  NodeView with(HeadEffect.ForNode effect) {
    List<HeadEffect.ForNode> more = new ArrayList<>(unanswered);
    more.add(effect);
    return new NodeView(said, more, NodeLedger.taken(expected, effect));
  }

  String name() {
    return said.node().name();
  }

  /// For how many workers of a claim there will be capacity.
  int expected(String claim) {
    return expected.shares().getOrDefault(claim, NodeAllocation.NOTHING).workers();
  }

  /// What the node has set aside for a claim, and was not told to take back: what it sets aside
  /// anew after that may be other devices.
  Share held(String claim) {
    boolean takenBack =
        unanswered.stream()
            .anyMatch(
                ask -> ask instanceof HeadEffect.Release(_, _, String of) && of.equals(claim));
    return takenBack
        ? NodeAllocation.NOTHING
        : said.shares().getOrDefault(claim, NodeAllocation.NOTHING);
  }
}
