package dev.manta.internal.stored;

import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint;

/// One of several runs that are compared, as a machine reads it.
///
/// @param last the last metrics
/// @param best those of the best checkpoint, where the run was told what that is
public record RunSide(
    String name,
    String status,
    String function,
    String config,
    int attempts,
    Metrics last,
    Metrics best) {
  public static RunSide of(StoredRun run) {
    return new RunSide(
        run.name(),
        run.status(),
        run.file().loop().name(),
        run.file().loop().config(),
        run.state().attempt(),
        run.lastMetrics(),
        run.best().map(ReportedCheckpoint::metrics).orElse(Metrics.empty()));
  }
}
