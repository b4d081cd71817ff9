package dev.manta.internal.stored;

import dev.manta.train.Metrics;
import java.time.Instant;
import java.util.Optional;

/// A run in a list, as a machine reads it.
///
/// @param step of the newest report; what was written down may be older
/// @param problem why it cannot be read
public record RunLine(
    String name,
    String status,
    int attempts,
    long step,
    Optional<Instant> changed,
    Metrics metrics,
    String path,
    Optional<String> problem) {
  public static RunLine of(FoundRun run) {
    return switch (run) {
      case StoredRun stored -> of(stored);
      case UnreadableRun unreadable -> of(unreadable);
    };
  }

  private static RunLine of(UnreadableRun run) {
    return new RunLine(
        run.name(),
        "unreadable",
        0,
        0,
        Optional.empty(),
        Metrics.empty(),
        run.location().shown(),
        Optional.of(run.problem()));
  }

  private static RunLine of(StoredRun run) {
    LastReport last = run.lastReport();
    return new RunLine(
        run.name(),
        run.status(),
        run.state().attempt(),
        run.lastStep(last),
        Optional.of(run.changed()),
        last.metrics(),
        run.location().shown(),
        Optional.empty());
  }
}
