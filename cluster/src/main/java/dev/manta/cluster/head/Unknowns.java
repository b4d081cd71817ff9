package dev.manta.cluster.head;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/// Claims that nodes name and no driver has told of: those of drivers that are gone, or that have
/// not found their head yet.
final class Unknowns {
  private Unknowns() {}

  /// Gives back what nobody has told of for long.
  static void release(HeadDraft draft) {
    Set<String> named = new TreeSet<>();
    draft.nodes.values().forEach(node -> named.addAll(node.expected().shares().keySet()));
    draft.claims.forEach(claim -> named.remove(claim.id()));
    draft.unknown.keySet().retainAll(named);
    for (String claim : named) {
      Duration since = draft.unknown.computeIfAbsent(claim, _ -> draft.now);
      if (draft.rules.isSilent(since, draft.now)) {
        draft.unknown.remove(claim);
        draft.release(claim);
      }
    }
  }
}
