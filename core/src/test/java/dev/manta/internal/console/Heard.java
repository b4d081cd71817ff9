package dev.manta.internal.console;

import dev.manta.train.Failure;
import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.RunUpdate.WorkerState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// A clock that stands still, and events of a run named "digits" at its time.
final class Heard implements InstantSource {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  RunUpdate state(RunStatus status, int attempt, String reason, String... workers) {
    List<WorkerState> states = new java.util.ArrayList<>();
    for (String worker : workers) {
      states.add(new WorkerState("w" + states.size(), states.size(), "here", 42, worker));
    }
    return new RunUpdate("digits", now, status, attempt, reason, states);
  }

  Report report(int rank, long step, Metrics metrics) {
    return new Report(1, rank, step, now, metrics, Optional.empty());
  }

  Failure failure() {
    return new Failure(
        1,
        1,
        "w1",
        "here",
        "was killed by signal 9 (SIGKILL)",
        Optional.of("signal 9 (SIGKILL)"),
        Optional.empty(),
        "loading\nepoch 3\n");
  }

  Failure threw(String stack) {
    return new Failure(
        1, 1, "w1", "here", "threw X", Optional.empty(), Optional.of(stack), "epoch 3\n");
  }

  static RunSummary endingWithoutCheckpoint(RunStatus status) {
    return new RunSummary(
        status,
        Optional.empty(),
        "/runs/digits",
        "digits",
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static RunSummary ending(RunStatus status, Optional<String> error) {
    return new RunSummary(
        status,
        error,
        "/runs/digits",
        "digits",
        Optional.of("000003 (accuracy 0.9722)"),
        Optional.of("000004"),
        Optional.empty());
  }

  /// A run that the same command would not find again.
  static RunSummary stoppedWithoutAName(Optional<String> latest) {
    return new RunSummary(
        RunStatus.STOPPED,
        Optional.empty(),
        "/runs/digits",
        "digits",
        Optional.empty(),
        latest,
        Optional.of("type: manta run --name digits --loop a.B::c"));
  }
}
