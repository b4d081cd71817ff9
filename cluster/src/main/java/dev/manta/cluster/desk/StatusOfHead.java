package dev.manta.cluster.desk;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.cluster.head.ClaimState;
import dev.manta.cluster.head.HeadState;
import dev.manta.cluster.head.NodeView;
import dev.manta.internal.head.ClusterStatus;
import dev.manta.internal.head.ClusterStatus.ClaimLine;
import dev.manta.internal.head.ClusterStatus.NodeLine;
import dev.manta.internal.head.ClusterStatus.ShareLine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// What a head says when it is asked what it knows.
record StatusOfHead(
    String head, HeadState state, MemberList members, Set<String> up, Set<String> unreached) {
  /// @param who which program has asked for a run
  ClusterStatus told(UnaryOperator<String> who) {
    List<NodeLine> nodes = members.members().stream().map(this::line).toList();
    List<ClaimLine> claims =
        state.claims().stream().map(claim -> line(claim, who.apply(claim.id()))).toList();
    return new ClusterStatus(head, state.term(), state.opened(), nodes, claims);
  }

  private NodeLine line(Member member) {
    Optional<NodeView> view = Optional.ofNullable(state.nodes().get(member.name()));
    Node node =
        view.map(known -> known.said().node())
            .orElse(new Node(member.name(), Resources.cpus(0), List.of(), Map.of()));
    List<ShareLine> shares = view.map(StatusOfHead::shares).orElse(List.of());
    return new NodeLine(node, member.address(), state(member, view), member.candidate(), shares);
  }

  private String state(Member member, Optional<NodeView> view) {
    if (!up.contains(member.name())) {
      return "away";
    }
    if (unreached.contains(member.name())) {
      return "unreachable";
    }
    if (view.isEmpty()) {
      return "joining";
    }
    return view.get().expected().leaving() ? "leaving" : "up";
  }

  private static List<ShareLine> shares(NodeView view) {
    return new TreeMap<>(view.said().shares())
        .entrySet().stream()
            .map(
                entry ->
                    new ShareLine(
                        entry.getKey(), entry.getValue().workers(), entry.getValue().gpus()))
            .toList();
  }

  private ClaimLine line(ClaimState claim, String who) {
    return new ClaimLine(
        claim.id(),
        who,
        claim.demand().least(),
        claim.demand().most(),
        state.expected(claim.id()),
        claim.waits());
  }
}
