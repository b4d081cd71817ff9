package dev.manta.internal.run;

import dev.manta.error.ErrorCode;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.PendingEnd;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.RunStatus;
import java.util.List;
import java.util.Optional;

/// What the state itself calls for, whatever event led to it.
final class FollowUps {
  private FollowUps() {}

  static void proceed(Draft draft) {
    if (draft.outcome.ending.isEmpty()) {
      Verdicts.decideIfClear(draft);
    }
    // Who returned in an attempt that another controller ended has finished nothing.
    boolean underWay = draft.status != RunStatus.RESTARTING;
    Reattaching.proceed(draft);
    if (underWay
        && draft.outcome.ending.isEmpty()
        && draft.current.trouble.isEmpty()
        && draft.current.awaited.isEmpty()) {
      AttemptStart.advance(draft);
      blameWhoReturnedEarly(draft);
      finishIfDone(draft);
      Resizes.proceed(draft);
    }
    if (draft.outcome.ending.isEmpty() && restartDue(draft)) {
      RunStops.endWhereNothingIsHeld(draft);
    }
    dismiss(draft);
    CheckpointValidation.startNext(draft);
    if (draft.outcome.ending.isPresent()) {
      endIfQuiet(draft);
    } else if (restartDue(draft)) {
      AttemptStart.next(draft);
    }
  }

  private static boolean restartDue(Draft draft) {
    return draft.status == RunStatus.RESTARTING
        && !draft.timers.containsKey(OfRun.BACKOFF)
        && draft.current.awaited.isEmpty()
        && draft.rules.clear(draft.state());
  }

  static void progress(Draft draft, Event.Progress event) {
    boolean ahead =
        event.steps().entrySet().stream()
            .anyMatch(
                each -> each.getValue() > draft.current.steps.getOrDefault(each.getKey(), 0L));
    if (ahead) {
      Stragglers.progress(draft);
    }
    event.steps().forEach((rank, step) -> draft.current.steps.merge(rank, step, Math::max));
    event.steps().values().forEach(step -> draft.reached = Math.max(draft.reached, step));
  }

  static void returned(Draft draft, Event.Returned event) {
    Optional<Worker> worker = draft.find(event.worker());
    if (worker.isEmpty() || worker.get().phase().settled() || !draft.current.opened) {
      return;
    }
    draft.change(event.worker(), w -> w.returned(event.held()));
    draft.outcome.sawStop |= event.stopped();
    if (worker.get().rank() == 0) {
      draft.outcome.value = Optional.of(event.value());
    }
  }

  /// Collectives cannot be formed without a rank that has returned.
  private static void blameWhoReturnedEarly(Draft draft) {
    List<Worker> group = draft.group();
    Optional<Worker> waits =
        group.stream().filter(w -> w.offer().isPresent() && !w.phase().settled()).findFirst();
    Optional<Worker> returned =
        group.stream().filter(w -> w.offer().isEmpty() && w.returned()).findFirst();
    if (waits.isPresent() && returned.isPresent()) {
      String what =
          "returned without using collectives, which rank %s waits in; every rank has to make the same collective calls"
              .formatted(waits.get().rank());
      WorkerLosses.blame(draft, Causes.misuse(draft, returned.get(), what));
    }
  }

  private static void finishIfDone(Draft draft) {
    if (!draft.rules.finished(draft.group())) {
      return;
    }
    CheckpointAssembly.giveUpIncomplete(draft);
    if (!draft.current.pending.isEmpty()) {
      return;
    }
    CheckpointValidation.addLast(draft);
    boolean stopped = draft.outcome.stopping.isPresent() && draft.outcome.sawStop;
    if (stopped) {
      RunStops.end(draft, "every rank stopped");
    } else {
      draft.end(RunStatus.FINISHED, ErrorCode.USER, "every rank returned");
    }
    draft.group().forEach(draft::dismiss);
  }

  /// Whoever has left the function of an attempt that is over is of no more use, unless it can be
  /// used again. It is asked, not killed: a process that is about to exit shall do so with its own
  /// status.
  private static void dismiss(Draft draft) {
    if (draft.outcome.ending.isEmpty() && draft.status != RunStatus.RESTARTING) {
      return;
    }
    for (Worker worker : List.copyOf(draft.workers)) {
      if (draft.outcome.ending.isPresent() && (!draft.current.opened || worker.isOnItsWay())) {
        draft.kill(worker);
      } else if (isDone(draft, worker)) {
        draft.dismiss(worker);
      }
    }
  }

  private static boolean isDone(Draft draft, Worker worker) {
    boolean over = draft.outcome.ending.isPresent();
    if (worker.isSpare()) {
      return over;
    }
    return worker.phase().settled() && (over || !worker.reusable() || isSpent(draft, worker));
  }

  /// Whether a rank threw, and it is known that others hold what it does, and stay.
  private static boolean isSpent(Draft draft, Worker worker) {
    List<Worker> ranks = draft.workers.stream().filter(w -> w.alive() && !w.isSpare()).toList();
    return worker.threw()
        && ranks.stream().allMatch(w -> w.phase().settled() || w.isOnItsWay())
        && !draft.rules.needed(worker, ranks.stream().filter(w -> stays(draft, w)).toList());
  }

  private static boolean stays(Draft draft, Worker worker) {
    return worker.reusable() && !draft.isLeaving(worker.seat().node());
  }

  private static void endIfQuiet(Draft draft) {
    if (!draft.rules.clear(draft.state()) || !draft.stored.validations.idle()) {
      return;
    }
    PendingEnd ending = draft.outcome.ending.orElseThrow();
    draft.status = ending.status();
    draft.timers.clear();
    CheckpointAssembly.retire(draft);
    draft.concludes(ending.reason());
    draft.effect(id -> new Effect.EndRun(id, ending.status()));
  }
}
