package dev.manta.internal.head;

import dev.manta.cluster.Demand;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// What drivers and commands say to a head.
public sealed interface ToHead {
  /// The first: who this is, in words for people.
  record Hello(String release, String who) implements ToHead {}

  /// A driver asks for something, and says every few seconds that it still does.
  ///
  /// @param possible whether it was told before that what it wants can be had
  /// @param has what it was granted
  /// @param lost the nodes that it does not reach: others are to take their place
  record Claims(Demand demand, boolean possible, Optional<HeadGrant> has, Set<String> lost)
      implements ToHead {
    public Claims {
      lost = Set.copyOf(lost);
    }
  }

  /// A driver gives back what it has.
  record Releases(String run) implements ToHead {}

  /// Asks what there is and who has it; the answer has the same number.
  record AsksStatus(long question) implements ToHead {}

  /// Asks where a node is called.
  record AsksAddress(long question, String node) implements ToHead {}

  /// Asks a node to leave the cluster within a time.
  record AsksDrain(long question, String node, Duration within) implements ToHead {}

  /// Asks to let a node in no longer.
  record AsksForget(long question, String node) implements ToHead {}
}
