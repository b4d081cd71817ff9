package dev.manta.internal.run.state;

import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.ReportReduction;
import dev.manta.train.ScalingConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What is fixed for a run and decides what follows from what.
///
/// @param validation how long a validation may take; empty where checkpoints are not validated
public record RunSettings(
    ScalingConfig scaling,
    FailureConfig failures,
    CheckpointConfig checkpoints,
    Map<String, ReportReduction> reductions,
    Optional<Duration> validation,
    Limits limits) {
  public RunSettings {
    reductions = Map.copyOf(reductions);
  }
}
