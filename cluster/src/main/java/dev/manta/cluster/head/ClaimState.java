package dev.manta.cluster.head;

import dev.manta.cluster.Demand;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// A run's claim as its head knows it.
///
/// @param possible whether what it wants could be had once: then it is not refused any more
/// @param told the newest grant that its driver was told of
/// @param waits what it waits for; empty where it has its least, or is about to
/// @param heard when its driver was heard last
/// @param lost the nodes that its driver does not reach
public record ClaimState(
    String id,
    Demand demand,
    boolean possible,
    Optional<Allotment> told,
    String waits,
    Duration heard,
    Set<String> lost) {
  public ClaimState {
    lost = Set.copyOf(lost);
  }

  static ClaimState of(HeadEvent.ClaimHeard heard, Duration now) {
    return new ClaimState(
        heard.claim(),
        heard.demand(),
        heard.possible() || heard.has().isPresent(),
        heard.has(),
        "",
        now,
        heard.lost());
  }

  ClaimState heard(Duration now, Set<String> notReached) {
    return new ClaimState(id, demand, possible, told, waits, now, notReached);
  }

  ClaimState told(Allotment grant) {
    return new ClaimState(id, demand, true, Optional.of(grant), waits, heard, lost);
  }

  ClaimState waits(String why) {
    return new ClaimState(id, demand, possible, told, why, heard, lost);
  }

  ClaimState known(boolean isPossible) {
    return new ClaimState(id, demand, isPossible, told, waits, heard, lost);
  }
}
