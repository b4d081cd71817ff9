package dev.manta.cluster.head;

import java.time.Duration;
import java.util.Optional;

/// A run's claim as its head knows it.
///
/// @param possible whether what it wants could be had once: then it is not refused any more
/// @param told the newest grant that its driver was told of
/// @param waits what it waits for; empty where it has its least, or is about to
/// @param heard when its driver was heard last
public record Claim(
    String id,
    String run,
    Demand demand,
    boolean possible,
    Optional<Grant> told,
    String waits,
    Duration heard) {
  static Claim of(HeadEvent.ClaimHeard heard, Duration now) {
    return new Claim(
        heard.claim(),
        heard.run(),
        heard.demand(),
        heard.possible() || heard.has().isPresent(),
        heard.has(),
        "",
        now);
  }

  Claim heard(Duration now) {
    return new Claim(id, run, demand, possible, told, waits, now);
  }

  Claim told(Grant grant) {
    return new Claim(id, run, demand, true, Optional.of(grant), waits, heard);
  }

  Claim waits(String why) {
    return new Claim(id, run, demand, possible, told, why, heard);
  }

  Claim known(boolean isPossible) {
    return new Claim(id, run, demand, isPossible, told, waits, heard);
  }
}
