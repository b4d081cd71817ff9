package dev.manta.cluster.head;

import dev.manta.cluster.Demand;
import java.util.Optional;
import java.util.Set;

/// What a head hears of.
public sealed interface HeadEvent {
  /// A node is a member of the cluster, and will say what it is.
  record NodeJoined(String node) implements HeadEvent {}

  /// A node says what it is and who has what of it: when it joins, to a new head, and as the answer
  /// to whatever it was asked.
  ///
  /// @param upTo the number of the last effect of this head that it has taken in; 0 is none
  record NodeHeard(NodeAllocation allocation, long upTo) implements HeadEvent {}

  /// A node is no longer a member of the cluster.
  record NodeGone(String node) implements HeadEvent {}

  /// A node is to leave: nothing new is placed on it.
  record DrainAsked(String node) implements HeadEvent {}

  /// A driver asks for something, says again what it has asked for, or calls a new head.
  ///
  /// @param possible whether it was told before that what it wants can be had
  /// @param has what it was granted by an earlier head
  /// @param lost the nodes that it does not reach: others are to take their place
  record ClaimHeard(
      String claim, Demand demand, boolean possible, Optional<Allotment> has, Set<String> lost)
      implements HeadEvent {
    public ClaimHeard {
      lost = Set.copyOf(lost);
    }
  }

  /// A driver gives back what it has.
  record ClaimReleased(String claim) implements HeadEvent {}

  /// Nothing has happened, for a while.
  record TimePassed() implements HeadEvent {}
}
