package dev.manta.internal.run.state;

import java.time.Instant;

/// A worker that will be taken away, and when.
///
/// @param worker empty where the rank that it is about has no process yet
/// @param rank the rank it is about then
public record PreemptionNotice(String worker, Instant deadline, int rank) {
  /// One that waits until there is such a rank.
  public static PreemptionNotice waiting(int rank, Instant deadline) {
    return new PreemptionNotice("", deadline, rank);
  }

  public boolean waits() {
    return worker.isEmpty();
  }
}
