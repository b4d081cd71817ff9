package dev.manta.internal.run;

import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.LateRank;
import dev.manta.internal.run.state.Worker;
import java.time.Duration;
import java.util.Optional;

/// Ranks that others wait for: named in seconds, replaced only after a long limit, as one may well
/// be evaluating. A rank that nobody waits for, and that makes no steps, says so itself.
final class Stragglers {
  private Stragglers() {}

  static void waiting(Draft draft, Event.Waiting event) {
    Optional<Worker> itself =
        draft.find(event.worker()).filter(w -> event.missing().contains(w.rank()));
    if (itself.isPresent()) {
      alone(draft, itself.get(), event);
    } else {
      together(draft, event);
    }
  }

  /// A rank says that it makes no steps itself, or does again. It may well be computing, so it is
  /// named and never replaced.
  private static void alone(Draft draft, Worker worker, Event.Waiting event) {
    boolean silent = event.millis() > 0;
    if (silent && !worker.phase().settled()) {
      name(draft, worker, event);
    } else if (draft.current.late.removeIf(late -> late.rank() == worker.rank())) {
      draft.because("rank " + worker.rank() + " makes steps again");
    }
  }

  private static void together(Draft draft, Event.Waiting event) {
    Duration naming = draft.settings().limits().naming();
    Duration waited = Duration.ofMillis(event.millis());
    for (Worker worker : draft.group()) {
      if (event.missing().contains(worker.rank()) && !worker.phase().settled()) {
        if (draft.rules.isTooLate(waited, draft.settings().failures().lateMax())) {
          WorkerLosses.blame(draft, Causes.stalled(draft, worker, event));
          draft.kill(worker);
        } else if (draft.rules.isNamed(waited, naming)) {
          name(draft, worker, event);
        }
      }
    }
  }

  private static void name(Draft draft, Worker worker, Event.Waiting event) {
    if (draft.current.late.stream().noneMatch(late -> late.rank() == worker.rank())) {
      var call = Optional.of(event.call());
      var late = new LateRank(worker.rank(), call, event.millis() / 1000, Optional.empty());
      draft.current.late.add(late);
      draft.warn(late.toString());
      draft.because(late.toString());
      int attempt = draft.attempt;
      draft.effect(id -> new Effect.AskStacks(id, attempt, worker.id()));
    }
  }

  /// Counts are of no use to a later controller, so few records tell of them. Whoever was waited
  /// for has come where ranks have met again.
  static void arrived(Draft draft, Event.Arrived event) {
    long before = draft.arrivals.total();
    draft.arrivals = draft.arrivals.heard(event.attempt(), event.last());
    if (draft.arrivals.total() > before) {
      progress(draft);
    }
    if (draft.arrivals.worthWriting()) {
      draft.arrivals = draft.arrivals.write();
      draft.because("ranks have met in collectives");
    }
  }

  /// A rank that was named says where it is.
  static void stacks(Draft draft, Event.Stacks event) {
    int rank = draft.find(event.worker()).map(Worker::rank).orElse(-1);
    if (draft.current.late.stream()
        .anyMatch(late -> late.rank() == rank && late.stacks().isEmpty())) {
      draft.current.late.replaceAll(late -> late.rank() == rank ? late.at(event.text()) : late);
      draft.because("rank " + rank + " says where its threads are");
    }
  }

  /// The others wait no longer.
  static void progress(Draft draft) {
    if (!draft.current.late.isEmpty()) {
      draft.current.late.clear();
      draft.because("nobody keeps the others waiting any more");
    }
  }
}
