package dev.manta.internal.run.state;

import java.time.Instant;
import java.util.Optional;

/// A worker that will be taken away, and when.
///
/// @param worker its process, unless the rank that it is about has none yet
/// @param rank the rank it is about then
public record PreemptionNotice(Optional<String> worker, Instant deadline, int rank) {
  public PreemptionNotice {
    // Records of older versions have an empty text for none.
    worker = worker.filter(id -> !id.isEmpty());
  }

  public static PreemptionNotice of(Worker worker, Instant deadline) {
    return new PreemptionNotice(Optional.of(worker.id()), deadline, worker.rank());
  }

  /// One that waits until there is such a rank.
  public static PreemptionNotice waiting(int rank, Instant deadline) {
    return new PreemptionNotice(Optional.empty(), deadline, rank);
  }

  public boolean concerns(Worker one) {
    return worker.filter(one.id()::equals).isPresent();
  }

  public boolean waits() {
    return worker.isEmpty();
  }
}
