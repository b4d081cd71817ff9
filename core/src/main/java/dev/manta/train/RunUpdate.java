package dev.manta.train;

import java.time.Instant;
import java.util.List;

/// A change of a run's state, and why.
public record RunUpdate(
    String run,
    Instant at,
    RunStatus status,
    int attempt,
    String reason,
    List<WorkerState> workers) {
  public RunUpdate {
    workers = List.copyOf(workers);
  }

  /// A worker as users see it.
  public record WorkerState(String worker, int rank, String node, long pid, String state) {}
}
