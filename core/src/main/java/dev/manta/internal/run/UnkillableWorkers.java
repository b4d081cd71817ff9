package dev.manta.internal.run;

import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;

/// Workers that were killed and do not end: in uninterruptible sleep, say, or in a frozen cgroup.
/// After a limit nobody waits for them. A process that was killed runs no instruction of its own
/// any more, whenever it wakes up, so the run continues without it.
final class UnkillableWorkers {
  private UnkillableWorkers() {}

  /// A worker that was killed should be gone by now.
  static void overdue(Draft draft, String id) {
    if (!draft.rules.givesUp(id)) {
      return;
    }
    draft.find(id).filter(Worker::isCutOff).ifPresent(worker -> leaseIsOver(draft, worker));
    draft.find(id).filter(Worker::alive).ifPresent(worker -> giveUp(draft, worker));
    CheckpointValidation.givenUp(draft, id)
        .map(seat -> Worker.starting(id, 0, seat))
        .ifPresent(validator -> tell(draft, validator, "the validation process " + id));
  }

  private static void giveUp(Draft draft, Worker worker) {
    if (!CutOffWorkers.awaitEnd(draft, worker)) {
      proceedWithout(draft, worker);
    }
  }

  /// Where its node is there, and has not said that a worker which was killed has ended, that one
  /// does not end.
  private static void leaseIsOver(Draft draft, Worker worker) {
    if (worker.ending() && isNodeThere(draft, worker)) {
      proceedWithout(draft, worker);
    } else {
      CutOffWorkers.due(draft, worker);
    }
  }

  private static boolean isNodeThere(Draft draft, Worker worker) {
    return draft.size.nodes().stream().anyMatch(node -> node.name().equals(worker.seat().node()));
  }

  /// Nobody waits for it any longer.
  private static void proceedWithout(Draft draft, Worker worker) {
    draft.change(worker.id(), w -> w.phase(WorkerPhase.GIVEN_UP));
    tell(draft, worker, name(worker));
    if (worker.isSpare()) {
      Spares.lost(draft);
    }
  }

  private static String name(Worker worker) {
    return worker.isSpare()
        ? "spare " + worker.id()
        : "rank %s (worker %s of attempt %s)"
            .formatted(worker.rank(), worker.id(), worker.attempt());
  }

  private static void tell(Draft draft, Worker worker, String who) {
    draft.effect(
        id ->
            new Effect.GiveUp(id, worker.id(), worker.attempt(), worker.seat(), who, worker.pid()));
    String on = draft.outcome.ending.isPresent() ? "ends" : "continues";
    draft.because(who + " was killed and has not ended: the run " + on + " without it");
  }

  /// A later controller looks whether such a process has ended meanwhile; nobody waits for that.
  static void fence(Draft draft, Worker worker) {
    if (worker.phase() == WorkerPhase.GIVEN_UP) {
      draft.fence(worker);
    }
  }

  /// One that was given up has ended after all: what it held is free again.
  static void ended(Draft draft, String id) {
    if (draft.find(id).filter(worker -> worker.phase() == WorkerPhase.GIVEN_UP).isPresent()) {
      draft.change(id, worker -> worker.phase(WorkerPhase.GONE));
      draft.because("worker " + id + ", which was given up, has ended");
    }
  }
}
