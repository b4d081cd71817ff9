package dev.manta.cluster.head;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// All that a head knows: nodes and claims, in the order in which claims were made. None of it is
/// kept anywhere: a new head hears it from nodes and drivers.
///
/// @param term later heads have higher ones
/// @param isFirst whether there was no head before this one, so that nobody has anything yet
/// @param since when this head began
/// @param opened whether it has heard enough to grant something
/// @param sent the number of the last effect for a node
/// @param unheard members that have not said yet what they are
/// @param unknown since when nodes name claims that no driver has told of
public record HeadState(
    long term,
    boolean isFirst,
    Duration since,
    boolean opened,
    long sent,
    Map<String, NodeView> nodes,
    Set<String> unheard,
    List<ClaimState> claims,
    Map<String, Duration> unknown) {
  public HeadState {
    nodes = Map.copyOf(nodes);
    unheard = Set.copyOf(unheard);
    claims = List.copyOf(claims);
    unknown = Map.copyOf(unknown);
  }

  /// That of a head which has heard nothing yet.
  public static HeadState begun(long term, Duration now) {
    return begun(term, false, now);
  }

  /// That of the first head of a cluster.
  public static HeadState first(long term, Duration now) {
    return begun(term, true, now);
  }

  private static HeadState begun(long term, boolean first, Duration now) {
    return new HeadState(term, first, now, false, 0, Map.of(), Set.of(), List.of(), Map.of());
  }

  /// For how many workers of a claim there is capacity, or is about to be.
  public int expected(String claim) {
    return nodes.values().stream().mapToInt(node -> node.expected(claim)).sum();
  }

  /// The same on one node.
  public int expected(String claim, String node) {
    return nodes.containsKey(node) ? nodes.get(node).expected(claim) : 0;
  }

  /// Whether nothing new is placed on a node.
  public boolean isLeaving(String node) {
    return nodes.containsKey(node) && nodes.get(node).expected().leaving();
  }
}
