package dev.manta.internal.head;

import dev.manta.cluster.Node;
import dev.manta.internal.remote.NodeAddress;
import java.util.List;

/// What a head knows: nodes, who has what of them, who waits and for what.
///
/// @param head the node whose daemon is the head
/// @param open whether it grants already: a new head hears nodes and drivers first
public record ClusterStatus(
    String head, long term, boolean open, List<NodeLine> nodes, List<ClaimLine> claims) {
  public ClusterStatus {
    nodes = List.copyOf(nodes);
    claims = List.copyOf(claims);
  }

  /// A node.
  ///
  /// @param state up, leaving, unreachable, or away
  /// @param candidate whether it may become the head
  public record NodeLine(
      Node node, NodeAddress address, String state, boolean candidate, List<ShareLine> shares) {
    public NodeLine {
      shares = List.copyOf(shares);
    }
  }

  /// What a run has of a node.
  public record ShareLine(String run, int workers, List<Integer> gpus) {
    public ShareLine {
      gpus = List.copyOf(gpus);
    }
  }

  /// What a run has asked for.
  ///
  /// @param who which program asked, and where
  /// @param has for how many workers it has capacity
  /// @param waits what it waits for; empty where it has its least
  public record ClaimLine(String run, String who, int least, int most, int has, String waits) {}
}
