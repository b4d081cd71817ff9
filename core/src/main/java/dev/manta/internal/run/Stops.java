package dev.manta.internal.run;

import dev.manta.error.ErrorCode;
import dev.manta.train.RunStatus;
import java.util.List;
import java.util.Optional;

/// How a run stops before its end: at a step that all ranks agree on, or at once.
final class Stops {
  private static final long LEAD = 1;

  private Stops() {}

  static void asked(Draft draft, Event.StopAsked event) {
    if (event.atOnce() || draft.stopping.isPresent()) {
      atOnce(draft, "stopped at once by " + event.by());
    } else if (draft.status == RunStatus.RUNNING && draft.trouble.isEmpty()) {
      cooperative(draft, event.by());
    } else if (draft.ending.isEmpty()) {
      atOnce(draft, "stopped by " + event.by() + " while " + draft.status);
    }
  }

  private static void cooperative(Draft draft, String by) {
    if (draft.ending.isPresent()) {
      return;
    }
    draft.stopping = Optional.of(new Stopping(by, 0, LEAD, List.of()));
    draft.status = RunStatus.STOPPING;
    draft.because("stop asked for by " + by);
    send(draft, 0);
    draft.arm(Timers.STOP, draft.settings().limits().stop());
  }

  /// Ranks that left for a change of size before they heard of the stop hear of it again.
  static void resume(Draft draft) {
    draft.stopping.ifPresent(stopping -> cooperative(draft, stopping.by()));
  }

  /// Says again what an earlier controller may not have said to all: where ranks had begun to agree
  /// on a count they begin anew with a later one.
  static void again(Draft draft) {
    draft.stopping.ifPresent(
        stopping -> {
          long at = stopping.at() == 0 ? 0 : stopping.at() + stopping.lead();
          draft.stopping = Optional.of(stopping.at() == 0 ? stopping : stopping.next(at));
          send(draft, at);
        });
  }

  private static void send(Draft draft, long at) {
    int attempt = draft.attempt;
    List<String> workers = draft.living(worker -> !worker.phase().settled());
    draft.effect(id -> new Effect.SendStop(id, attempt, workers, at));
  }

  /// A rank that cannot agree through collectives, or has passed the place it was told, needs a
  /// later one; once all have accepted one it is confirmed by saying it again.
  static void answered(Draft draft, Event.StopAnswered event) {
    boolean known = draft.find(event.worker()).filter(w -> !w.phase().settled()).isPresent();
    if (draft.stopping.isEmpty() || !known || event.at() != draft.stopping.get().at()) {
      return;
    }
    Stopping stopping = draft.stopping.get();
    if (!event.accepted()) {
      long later = event.count() + stopping.lead();
      draft.stopping = Optional.of(stopping.next(later));
      send(draft, later);
    } else if (stopping.at() > 0 && !stopping.accepted().contains(event.worker())) {
      accept(draft, stopping.accept(event.worker()));
    }
  }

  private static void accept(Draft draft, Stopping stopping) {
    draft.stopping = Optional.of(stopping);
    List<String> workers = draft.living(worker -> !worker.phase().settled());
    if (stopping.accepted().containsAll(workers)) {
      send(draft, stopping.at());
    }
  }

  static void tooSlow(Draft draft) {
    long seconds = draft.settings().limits().stop().toSeconds();
    atOnce(draft, "stopped: not every rank left its loop within " + seconds + " s");
  }

  private static void atOnce(Draft draft, String reason) {
    Course.end(draft, RunStatus.STOPPED, ErrorCode.USER, reason);
    draft.killAll(_ -> true);
    Scores.drop(draft);
  }
}
