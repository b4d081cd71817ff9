package dev.manta.internal.run;

import java.time.Instant;

/// A worker that will be taken away, and when.
///
/// @param worker empty where the rank that it is about has no process yet
/// @param rank the rank it is about then
public record Notice(String worker, Instant deadline, int rank) {
  /// One that waits until there is such a rank.
  static Notice waiting(int rank, Instant deadline) {
    return new Notice("", deadline, rank);
  }

  boolean waits() {
    return worker.isEmpty();
  }
}
