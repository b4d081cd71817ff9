package dev.manta.it.kills;

import dev.manta.internal.control.LogRecords;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.Kept;
import dev.manta.internal.run.Rules;
import dev.manta.internal.run.RunState;
import dev.manta.internal.run.Worker;
import dev.manta.journal.ControlLog;
import dev.manta.journal.ControlRecord;
import dev.manta.train.RunStatus;

/// What a run's control log must tell from its first record to its last.
final class LogChecks {
  private final ControlLog log;
  private final Findings findings;

  LogChecks(ControlLog log, Findings findings) {
    this.log = log;
    this.findings = findings;
  }

  void all() {
    RunState state = RunState.fresh();
    int term = 0;
    for (ControlRecord record : log.all()) {
      RunState next = Control.replay(state, LogRecords.control(record), new Rules());
      compare(record, state, next);
      require(record.term() >= term, record, "the term fell from " + term);
      term = record.term();
      state = next;
    }
    if (state.status() != RunStatus.FINISHED) {
      findings.violation("the control log ends with " + state.status() + ": " + state.reason());
    }
  }

  private void compare(ControlRecord record, RunState before, RunState after) {
    int more = after.attempt() - before.attempt();
    require(more == 0 || more == 1, record, "the attempt went from " + before.attempt());
    require(!record.reason().isBlank(), record, "no reason is given");
    require(newest(after) >= newest(before), record, "the newest checkpoint is gone");
    require(after.committed() >= before.committed(), record, "the committed step fell");
    require(after.ordinal() >= before.ordinal(), record, "the ordinal fell");
    if (after.opened()) {
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
    return state.newest().map(Kept::ordinal).orElse(0);
  }

  private void require(boolean so, ControlRecord record, String otherwise) {
    if (!so) {
      findings.violation(
          "control record %d (%s): %s".formatted(record.number(), record.reason(), otherwise));
    }
  }
}
