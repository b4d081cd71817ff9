package dev.manta.internal.run;

import dev.manta.error.ErrorCode;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.PendingEnd;
import dev.manta.internal.run.state.Stopping;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.WorkerPhase;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// How a run stops before its end: at a step that all ranks agree on, or at once. What survivors of
/// a failure hold is handed on first, so that the attempt which stops can write it to storage.
final class RunStops {
  /// How long a process may take to be gone where the run ends at once.
  private static final Duration GONE_WITHIN = Duration.ofSeconds(2);

  private RunStops() {}

  static void asked(Draft draft, Event.StopAsked event) {
    if (event.atOnce() || draft.outcome.stopping.isPresent()) {
      atOnce(draft, "stopped at once by " + event.by());
    } else if (isAnythingToSave(draft)) {
      begin(draft, Stopping.untold(event.by(), limit(draft).toSeconds(), Optional.empty()));
    } else {
      atOnce(draft, "stopped by " + event.by() + " while " + draft.status);
    }
  }

  /// Workers will be taken away, and the run ends before that; it has at least so long. One that is
  /// about to start does so: its function shall know.
  static void noticed(Draft draft, String by, Duration within, Optional<PendingEnd> end) {
    if (draft.outcome.stopping.isPresent() || draft.outcome.ending.isPresent()) {
      return;
    }
    Duration least = limit(draft);
    long seconds = (within.compareTo(least) > 0 ? within : least).toSeconds();
    Stopping stopping = Stopping.untold(by, seconds, end);
    boolean starts = draft.status == RunStatus.STARTING && draft.size.waits().isEmpty();
    if (isAnythingToSave(draft) || starts) {
      begin(draft, stopping);
    } else {
      draft.outcome.stopping = Optional.of(stopping);
      atOnce(draft, "stopped by " + by + " while " + draft.status);
    }
  }

  private static Duration limit(Draft draft) {
    return draft.settings().limits().stop();
  }

  /// Whether somebody holds, or may hold, what is in no checkpoint yet.
  private static boolean isAnythingToSave(Draft draft) {
    return switch (draft.status) {
      case RUNNING, STOPPING -> true;
      case STARTING -> draft.current.handover.isPresent() || isEntered(draft) || isHeld(draft);
      case RESTARTING -> isHeld(draft) || isAwaited(draft);
      case FINISHED, FAILED, STOPPED -> false;
    };
  }

  /// Whether a rank trains already, while others are on their way.
  private static boolean isEntered(Draft draft) {
    return draft.workers.stream().anyMatch(worker -> worker.phase() == WorkerPhase.ENTERED);
  }

  /// Whether a survivor has yet to say what it holds: a verdict does not wait for everybody.
  private static boolean isAwaited(Draft draft) {
    return draft.group().stream()
        .anyMatch(w -> w.alive() && !w.ending() && !w.phase().settled() && !w.isOnItsWay());
  }

  /// Ends the run where all have said that they hold nothing.
  static void endWhereNothingIsHeld(Draft draft) {
    if (draft.outcome.stopping.isPresent() && !isHeld(draft)) {
      end(draft, "stopped, and nobody held a newer state than the last checkpoint");
    }
  }

  /// Whether a survivor holds state.
  static boolean isHeld(Draft draft) {
    boolean held = draft.workers.stream().anyMatch(w -> w.reusable() && w.held().isPresent());
    return draft.rules.savesFirst(held);
  }

  private static void begin(Draft draft, Stopping stopping) {
    if (draft.outcome.ending.isPresent()) {
      return;
    }
    draft.outcome.stopping = Optional.of(stopping);
    draft.armBeside(OfRun.STOP, Duration.ofSeconds(stopping.seconds()));
    draft.disarm(OfRun.BACKOFF);
    draft.because("stop asked for by " + stopping.by());
    resume(draft);
  }

  /// Ranks that left before they heard of the stop, or had yet to enter, hear of it once all train.
  static void resume(Draft draft) {
    boolean trains = draft.status == RunStatus.RUNNING && draft.current.trouble.isEmpty();
    if (trains && draft.outcome.stopping.isPresent()) {
      draft.outcome.stopping = draft.outcome.stopping.map(Stopping::untold);
      draft.status = RunStatus.STOPPING;
      draft.because("ranks stop at their next commit");
      send(draft, OptionalLong.empty());
    }
  }

  /// Says again what an earlier controller may not have said to all: where ranks had begun to agree
  /// on a count they begin anew with a later one.
  static void again(Draft draft) {
    draft.outcome.stopping.ifPresent(
        stopping -> {
          Stopping anew = stopping.at().isEmpty() ? stopping : stopping.next(later(stopping));
          draft.outcome.stopping = Optional.of(anew);
          send(draft, anew.at());
        });
  }

  private static long later(Stopping stopping) {
    return stopping.at().orElseThrow() + stopping.lead();
  }

  private static void send(Draft draft, OptionalLong at) {
    int attempt = draft.attempt;
    List<String> workers = draft.living(worker -> !worker.phase().settled());
    draft.effect(id -> new Effect.SendStop(id, attempt, workers, at));
  }

  /// A rank that cannot agree through collectives, or has passed the place it was told, needs a
  /// later one; once all have accepted one it is confirmed by saying it again.
  static void answered(Draft draft, Event.StopAnswered event) {
    boolean known = draft.find(event.worker()).filter(w -> !w.phase().settled()).isPresent();
    if (draft.outcome.stopping.isEmpty()
        || !known
        || !event.at().equals(draft.outcome.stopping.get().at())) {
      return;
    }
    Stopping stopping = draft.outcome.stopping.get();
    if (!event.accepted()) {
      Stopping next = stopping.next(event.count() + stopping.lead());
      draft.outcome.stopping = Optional.of(next);
      send(draft, next.at());
    } else if (stopping.at().isPresent() && !stopping.accepted().contains(event.worker())) {
      accept(draft, stopping.accept(event.worker()));
    }
  }

  private static void accept(Draft draft, Stopping stopping) {
    draft.outcome.stopping = Optional.of(stopping);
    List<String> workers = draft.living(worker -> !worker.phase().settled());
    if (stopping.accepted().containsAll(workers)) {
      send(draft, stopping.at());
    }
  }

  static void tooSlow(Draft draft) {
    long seconds = draft.outcome.stopping.map(Stopping::seconds).orElse(0L);
    atOnce(draft, "stopped: not every rank left its loop within " + seconds + " s");
  }

  private static void atOnce(Draft draft, String reason) {
    end(draft, reason);
    draft.killForSure(_ -> true, GONE_WITHIN);
    CheckpointValidation.drop(draft, GONE_WITHIN);
  }

  /// Ends as was decided when the stop began.
  static void end(Draft draft, String reason) {
    PendingEnd stopped = new PendingEnd(RunStatus.STOPPED, ErrorCode.USER, reason);
    PendingEnd ending = draft.outcome.stopping.flatMap(Stopping::end).orElse(stopped);
    draft.end(ending.status(), ending.code(), ending.reason());
  }
}
