package dev.manta.internal.control;

import dev.manta.error.ErrorCode;
import dev.manta.internal.run.Kept;
import dev.manta.train.Failure;
import dev.manta.train.Metrics;
import dev.manta.train.RunStatus;
import java.util.List;
import java.util.Optional;

/// What came of a run.
///
/// @param code whose turn it is, where it failed
/// @param metrics the last ones of each rank, reduced; empty where nothing was reported
/// @param value what rank 0 returned, as JSON
public record RunOutcome(
    RunSite site,
    RunStatus status,
    String reason,
    ErrorCode code,
    Optional<Failure> failure,
    Metrics metrics,
    List<Kept> checkpoints,
    Optional<String> value) {
  public RunOutcome {
    checkpoints = List.copyOf(checkpoints);
  }
}
