package dev.manta.internal.control.record;

import dev.manta.error.ErrorCode;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.RunState;
import dev.manta.train.Failure;
import dev.manta.train.Metrics;
import dev.manta.train.RunStatus;
import java.util.List;
import java.util.Optional;

/// What came of a run.
///
/// @param status how it ended; the state may not say so where it could not be written any more
/// @param code whose turn it is, where it failed
/// @param metrics the last ones of each rank, reduced; empty where nothing was reported
public record RunOutcome(
    RunRecord run, RunStatus status, String reason, ErrorCode code, Metrics metrics) {
  private RunState state() {
    return run.state();
  }

  public Optional<Failure> failure() {
    return state().failure();
  }

  public List<CommittedCheckpoint> checkpoints() {
    return state().kept().all();
  }

  /// What rank 0 returned, as JSON.
  public Optional<String> value() {
    return state().outcome().value();
  }
}
