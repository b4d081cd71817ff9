package dev.manta.internal.run;

import dev.manta.internal.run.state.CountedNouns;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How a controller takes over the workers that an earlier one left, and that train on meanwhile.
///
/// The last record says who there was. How far each has come it says again itself: all that it has
/// said in its attempt. When everybody has, what the earlier controller may have told only some is
/// told again.
final class Reattaching {
  private Reattaching() {}

  static void begin(Draft draft, int term) {
    draft.term = term;
    draft.current.awaited.clear();
    draft.current.pending.clear();
    draft.stored.validations = CheckpointValidation.toDo(draft);
    draft.workers.forEach(worker -> UnkillableWorkers.fence(draft, worker));
    List.copyOf(draft.workers).stream().filter(Worker::alive).forEach(w -> adopt(draft, w));
    rearm(draft);
    CutOffWorkers.begin(draft);
    long workers = draft.workers.stream().filter(Worker::alive).count();
    draft.because("controller %s takes over %s".formatted(term, CountedNouns.workers(workers)));
    if (draft.current.awaited.isEmpty()) {
      tellAgain(draft);
    }
  }

  private static void adopt(Draft draft, Worker worker) {
    draft.effect(
        id -> new Effect.Adopt(id, worker.id(), worker.attempt(), worker.seat(), worker.pid()));
    if (draft.rules.staysWith(worker)) {
      draft.current.awaited.add(worker.id());
      draft.change(worker.id(), w -> w.missed(0));
    } else {
      draft.change(worker.id(), Worker::toldToEnd);
      // The earlier controller may have died before it ended this one, however long ago.
      draft.timers.remove(new Timer.Gone(worker.id()));
      draft.end(worker.id(), draft.settings().limits().gone());
    }
  }

  /// What was due when is in the record; that somebody rings is not. Nobody is ended before it can
  /// have said that it has done meanwhile what it was to do.
  private static void rearm(Draft draft) {
    Map<Timer, Instant> due = Map.copyOf(draft.timers);
    draft.timers.clear();
    Duration grace = draft.settings().limits().unwind();
    due.forEach(
        (timer, at) -> {
          if (!timer.isRedone()) {
            Duration left = Duration.between(draft.now, at);
            Duration least = timer.endsWorkers() ? grace : Duration.ZERO;
            draft.rearm(timer, left.compareTo(least) < 0 ? least : left);
          }
        });
    if (due.containsKey(OfRun.START)) {
      draft.arm(OfRun.START, draft.settings().limits().start());
    }
  }

  static void back(Draft draft, Event.WorkerBack event) {
    Optional<Worker> found = draft.find(event.worker()).filter(draft.rules::staysWith);
    if (found.isPresent() && !found.get().phase().settled()) {
      Worker worker = found.get();
      await(draft, worker);
      draft.change(worker.id(), w -> w.back(event.pid()));
      boolean joined = event.joined().isPresent() && event.joined().getAsInt() == worker.attempt();
      if (worker.isSpare() || !joined) {
        AttemptStart.join(draft, worker, event.pid());
      }
    }
  }

  /// It may call the same controller again, as what passes its frames on was started again: what it
  /// was told last may be lost, too.
  private static void await(Draft draft, Worker worker) {
    if (!draft.current.awaited.contains(worker.id())) {
      draft.current.awaited.add(worker.id());
    }
  }

  /// A worker has said everything again, or has only come to be now and has nothing to say.
  static void restated(Draft draft, String worker) {
    if (draft.current.awaited.remove(worker) && draft.current.awaited.isEmpty()) {
      tellAgain(draft);
    }
  }

  /// Nobody waits for those who are gone.
  static void proceed(Draft draft) {
    boolean gone =
        draft.current.awaited.removeIf(id -> draft.find(id).filter(Worker::alive).isEmpty());
    if (gone && draft.current.awaited.isEmpty()) {
      tellAgain(draft);
    }
  }

  private static void tellAgain(Draft draft) {
    draft.because("every worker has said where it stands");
    if (draft.current.trouble.isPresent()) {
      WorkerLosses.tell(draft, draft.current.trouble.get().first());
      return;
    }
    AttemptStart.again(draft);
    RunStops.again(draft);
    Resizes.tellAgain(draft);
    PreemptionNotices.tell(draft);
  }
}
