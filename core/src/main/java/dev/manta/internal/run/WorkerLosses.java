package dev.manta.internal.run;

import dev.manta.cluster.Exit;
import dev.manta.internal.run.state.AttemptFailures;
import dev.manta.internal.run.state.AttemptFailures.Cause;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.Resizing;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Workers that fail, die, freeze or keep the others waiting.
final class WorkerLosses {
  private WorkerLosses() {}

  static void lost(Draft draft, Event.WorkerLost event) {
    Optional<Worker> found = draft.find(event.worker()).filter(Worker::alive);
    draft.disarm(new Timer.Gone(event.worker()));
    if (found.isEmpty()) {
      draft.find(event.worker()).ifPresent(w -> CutOffWorkers.heard(draft, w, event.exit()));
      UnkillableWorkers.ended(draft, event.worker());
      CheckpointValidation.lost(draft, event);
      return;
    }
    Worker worker = found.get();
    WorkerPhase now = CutOffWorkers.lost(draft, worker, event.exit());
    draft.change(worker.id(), w -> w.phase(now));
    if (worker.isSpare()) {
      Spares.lost(draft);
    } else if (counts(draft, worker)) {
      blame(draft, Causes.death(draft, worker, event));
    }
    Optional<String> exit =
        Optional.of(event.exit()).filter(how -> !worker.ending() || isOwn(how)).map(Exit::toString);
    draft.current.trouble =
        draft.current.trouble.map(t -> t.lastWords(worker.id(), exit, event.logTail()));
    draft.outcome.failure =
        draft.outcome.failure.map(
            f -> AttemptFailures.lastWords(f, worker.id(), exit, event.logTail()));
  }

  /// Whether its end is a failure of this attempt. Who was on its way in the attempt before is not
  /// of this one until it has a seat.
  private static boolean counts(Draft draft, Worker worker) {
    return expected(worker) && worker.attempt() == draft.attempt;
  }

  /// A worker that was told to end does so with status 0, or is killed.
  private static boolean isOwn(Exit exit) {
    return exit instanceof Exit.Status(int status) && status != 0;
  }

  static void failed(Draft draft, Event.Failed event) {
    Optional<Worker> found = draft.find(event.worker()).filter(w -> !w.phase().settled());
    if (found.isPresent()) {
      draft.change(event.worker(), w -> w.failed(event.held()));
      draft.reached = Math.max(draft.reached, event.thrown().step());
      blame(draft, found.get(), event.thrown());
    }
  }

  /// Where a rank misses a peer and none has failed, a peer that has returned is to blame.
  private static void blame(Draft draft, Worker worker, Event.Thrown thrown) {
    Optional<Worker> missed =
        draft.group().stream()
            .filter(w -> thrown.missesPeer() && draft.current.trouble.isEmpty() && w.returned())
            .findFirst();
    missed.ifPresent(w -> blame(draft, Causes.returnedEarly(draft, w, worker, thrown)));
    Event.Thrown own = missed.isPresent() ? thrown.asConsequence() : thrown;
    blame(draft, Causes.thrown(draft, worker, own));
  }

  static void unwound(Draft draft, Event.Unwound event) {
    draft
        .find(event.worker())
        .filter(worker -> !worker.phase().settled())
        .ifPresent(worker -> left(draft, worker, event));
  }

  /// A rank leaves because the attempt is over; where nobody here has ended it, an earlier
  /// controller did.
  private static void left(Draft draft, Worker worker, Event.Unwound event) {
    boolean expected = mayLeave(draft);
    survive(draft, worker, event);
    if (!expected) {
      blame(draft, Causes.told(draft, worker));
    }
  }

  private static boolean mayLeave(Draft draft) {
    return draft.current.trouble.isPresent()
        || draft.current.resizing.filter(Resizing::told).isPresent();
  }

  /// A process that is not what it was before its function began is replaced.
  private static void survive(Draft draft, Worker worker, Event.Unwound event) {
    draft.change(worker.id(), w -> w.unwound(event.held()));
    event.left().ifPresent(left -> replace(draft, worker, left));
  }

  /// Told of the first one: ranks run the same function, and mostly leave the same.
  private static void replace(Draft draft, Worker worker, String left) {
    if (draft.group().stream().noneMatch(Worker::ending)) {
      draft.warn(
          "rank %s gets a new process, as do others that leave something: it left %s"
              .formatted(worker.rank(), left));
    }
    draft.find(worker.id()).ifPresent(draft::dismiss);
  }

  static void peerDied(Draft draft, Event.PeerDied event) {
    draft.group().stream()
        .filter(worker -> worker.rank() == event.rank() && !worker.phase().settled())
        .findFirst()
        .ifPresent(worker -> blame(draft, Causes.felt(draft, worker)));
  }

  static void tick(Draft draft, Set<String> heard) {
    for (Worker worker : List.copyOf(draft.workers)) {
      if (isPinged(draft, worker)) {
        count(draft, worker, heard.contains(worker.id()));
      }
    }
    List<String> workers =
        draft.workers.stream()
            .filter(worker -> isPinged(draft, worker) && reachable(worker))
            .map(Worker::id)
            .toList();
    if (!workers.isEmpty()) {
      draft.effect(id -> new Effect.Ping(id, workers));
    }
  }

  /// Who is to call a new controller counts as well, though it may have left its function.
  private static boolean isPinged(Draft draft, Worker worker) {
    boolean answers = expected(worker) || draft.current.awaited.contains(worker.id());
    return answers && (worker.attempt() == draft.attempt || worker.isSpare());
  }

  private static boolean expected(Worker worker) {
    return !worker.phase().settled() && !worker.ending();
  }

  static boolean reachable(Worker worker) {
    return worker.phase() != WorkerPhase.STARTING && expected(worker);
  }

  private static void count(Draft draft, Worker worker, boolean heard) {
    int missed = heard ? 0 : worker.missed() + 1;
    draft.change(worker.id(), w -> w.missed(missed));
    if (missed > draft.settings().limits().patience(worker.phase())) {
      if (!worker.isSpare()) {
        blame(draft, Causes.frozen(draft, worker));
      }
      draft.kill(worker);
    }
  }

  /// Adds a cause; the first one aborts the attempt.
  static void blame(Draft draft, Cause cause) {
    if (draft.outcome.ending.isPresent()) {
      return;
    }
    boolean first = draft.current.trouble.isEmpty();
    draft.current.trouble =
        Optional.of(
            draft.current.trouble.orElseGet(() -> new AttemptFailures(List.of())).with(cause));
    if (first) {
      abort(draft, cause);
    }
  }

  /// Tells the ranks that their attempt is over.
  static void tell(Draft draft, Cause cause) {
    int attempt = draft.attempt;
    String why = "rank " + cause.failure().rank() + " " + cause.failure().what();
    List<String> workers = draft.living(worker -> reachable(worker));
    if (!workers.isEmpty()) {
      boolean back = cause.isRollBack();
      draft.effect(id -> new Effect.AbortGroup(id, attempt, workers, why, back));
    }
  }

  /// Who is on its way has nothing to leave: it will be of the next attempt.
  private static void abort(Draft draft, Cause cause) {
    tell(draft, cause);
    draft.arm(OfRun.SETTLE, draft.settings().limits().settle());
    draft.arm(OfRun.UNWIND, draft.settings().limits().unwind());
  }
}
