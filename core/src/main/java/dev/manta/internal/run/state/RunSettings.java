package dev.manta.internal.run.state;

import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.ReportReduction;
import dev.manta.train.ScalingConfig;
import java.util.Map;
import java.util.Optional;

/// What is fixed for a run and decides what follows from what.
///
/// @param validation which checkpoints are validated; empty for none
public record RunSettings(
    ScalingConfig scaling,
    FailureConfig failures,
    CheckpointConfig checkpoints,
    Map<String, ReportReduction> reductions,
    Optional<ValidationRules> validation,
    Limits limits) {
  public RunSettings {
    reductions = Map.copyOf(reductions);
  }
}
