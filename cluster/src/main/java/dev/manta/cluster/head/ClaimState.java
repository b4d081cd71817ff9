package dev.manta.cluster.head;

import dev.manta.cluster.Demand;
import java.time.Duration;
import java.util.Optional;

/// A run's claim as its head knows it.
///
/// @param possible whether what it wants could be had once: then it is not refused any more
/// @param told the newest grant that its driver was told of
/// @param waits what it waits for; empty where it has its least, or is about to
/// @param heard when its driver was heard last
public record ClaimState(
    String id,
    Demand demand,
    boolean possible,
    Optional<Allotment> told,
    String waits,
    Duration heard) {
  static ClaimState of(HeadEvent.ClaimHeard heard, Duration now) {
    return new ClaimState(
        heard.claim(),
        heard.demand(),
        heard.possible() || heard.has().isPresent(),
        heard.has(),
        "",
        now);
  }

  ClaimState heard(Duration now) {
    return new ClaimState(id, demand, possible, told, waits, now);
  }

  ClaimState told(Allotment grant) {
    return new ClaimState(id, demand, true, Optional.of(grant), waits, heard);
  }

  ClaimState waits(String why) {
    return new ClaimState(id, demand, possible, told, why, heard);
  }

  ClaimState known(boolean isPossible) {
    return new ClaimState(id, demand, isPossible, told, waits, heard);
  }
}
