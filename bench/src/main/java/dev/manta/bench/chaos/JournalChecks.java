package dev.manta.bench.chaos;

import dev.manta.internal.control.record.LogRecords;
import dev.manta.internal.journal.ControlLog;
import dev.manta.internal.journal.ControlRecord;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.Replay;
import dev.manta.internal.run.Rules;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/// What a run's control log must tell from its first record to its last.
public final class JournalChecks {
  private static final Duration BOOKED_WITHIN = Duration.ofMillis(1);

  private final ControlLog log;
  private final Consumer<String> violation;
  private int restarts;
  private Instant begun = Instant.MAX;

  /// @param violation hears what is wrong
  public JournalChecks(ControlLog log, Consumer<String> violation) {
    this.log = log;
    this.violation = violation;
  }

  /// Checks all of it.
  public void all() {
    RunState state = RunState.fresh();
    int term = 0;
    for (ControlRecord record : log.all()) {
      Control control = LogRecords.control(log, record);
      RunState next = Replay.after(state, control, new Rules());
      compare(record, state, next);
      int more = next.attempt() - state.attempt();
      int most = Math.max(1, control.steps().size());
      require(more >= 0 && more <= most, record, "the attempt went from " + state.attempt());
      require(record.term() >= term, record, "the term fell from " + term);
      begun = begun.equals(Instant.MAX) ? begin(next) : begun;
      restarts += state.attempt() > 0 ? more : 0;
      term = record.term();
      state = next;
    }
    ends(state);
  }

  /// When the time began that the ledger accounts for.
  private static Instant begin(RunState first) {
    return first.time().bookedTo().map(to -> to.minus(first.ledger().total())).orElse(Instant.MAX);
  }

  private void ends(RunState state) {
    if (state.status() != RunStatus.FINISHED) {
      violation.accept("the control log ends with " + state.status() + ": " + state.reason());
    }
    if (state.attempt() != restarts + 1) {
      violation.accept(
          "the log tells of %s of %s attempts".formatted(restarts + 1, state.attempt()));
    }
    Duration took = Duration.between(begun, state.time().bookedTo().orElse(begun));
    Duration differs = took.minus(state.ledger().total()).abs();
    if (differs.compareTo(BOOKED_WITHIN) > 0) {
      violation.accept(
          "the ledger has %s of the %s that the run took".formatted(state.ledger().total(), took));
    }
  }

  private void compare(ControlRecord record, RunState before, RunState after) {
    require(!record.reason().isBlank(), record, "no reason is given");
    require(newest(after) >= newest(before), record, "the newest checkpoint is gone");
    require(
        after.checkpoints().committed() >= before.checkpoints().committed(),
        record,
        "the committed step fell");
    require(
        after.checkpoints().ordinal() >= before.checkpoints().ordinal(),
        record,
        "the ordinal fell");
    if (after.current().opened()) {
      require(
          after.workers().stream().noneMatch(worker -> isLate(worker, after)),
          record,
          "workers of an earlier attempt live beside the group");
    }
  }

  private static boolean isLate(Worker worker, RunState state) {
    boolean early = worker.attempt() < state.attempt() && !worker.isSpare();
    return worker.alive() && !worker.ending() && early;
  }

  private static int newest(RunState state) {
    return state.newest().map(CommittedCheckpoint::ordinal).orElse(0);
  }

  private void require(boolean so, ControlRecord record, String otherwise) {
    if (!so) {
      violation.accept(
          "control record %s (%s): %s".formatted(record.number(), record.reason(), otherwise));
    }
  }
}
