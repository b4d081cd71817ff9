package dev.manta.internal.stored;

import dev.manta.internal.run.GoodputAdvice;
import dev.manta.internal.run.RunDiagnosis;
import java.time.Instant;
import java.util.List;

/// Why a run stands where it stands, and how it could do better, as a machine reads it.
///
/// @param findings what it waits for and who is late, the most telling first
/// @param advice what it could do with its time instead
public record RunReasons(
    String run, String status, List<RunDiagnosis.Finding> findings, List<String> advice) {
  /// @param reference the run's name, as a command takes it
  public static RunReasons of(StoredRun run, String reference) {
    Instant now = Instant.now();
    return new RunReasons(
        run.name(),
        run.status(),
        RunDiagnosis.of(reference, run.state(), !run.isInterrupted(), now),
        GoodputAdvice.of(reference, run.ledger(now), run.state(), run.load()));
  }
}
