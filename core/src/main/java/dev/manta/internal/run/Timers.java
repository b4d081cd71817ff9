package dev.manta.internal.run;

import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Timer.Gone;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Timer.Part;
import dev.manta.internal.run.state.Worker;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What follows when something is due.
final class Timers {
  private static final Duration HELD_UP = Duration.ofSeconds(10);

  private Timers() {}

  static void fired(Draft draft, Timer timer) {
    Instant at = draft.timers.get(timer);
    if (draft.due(timer)) {
      switch (timer) {
        case OfRun start when start == OfRun.START && wasHeldUp(draft, at) ->
            draft.arm(start, draft.settings().limits().start());
        case OfRun ofRun -> fired(draft, ofRun);
        case Part(int ordinal) -> CheckpointAssembly.partMissing(draft, ordinal);
        case Gone(String worker) -> UnkillableWorkers.overdue(draft, worker);
      }
    }
  }

  /// A controller that could not write for long has not told workers to start either.
  private static boolean wasHeldUp(Draft draft, @Nullable Instant due) {
    return due != null && Duration.between(due, draft.now).compareTo(HELD_UP) > 0;
  }

  private static void fired(Draft draft, OfRun timer) {
    switch (timer) {
      case START -> AttemptStart.tooSlow(draft);
      case UNWIND -> unlessStoring(draft, timer, () -> draft.killAll(Timers::isStillIn));
      case LEAVE -> unlessStoring(draft, timer, () -> killLeavers(draft));
      case STOP -> RunStops.tooSlow(draft);
      case VALIDATION -> CheckpointValidation.tooSlow(draft);
      case SPARES -> Spares.fill(draft);
      case RESIZE -> Resizes.due(draft);
      case HANDOVER -> Resizes.tellNow(draft);
      case WARM -> Resizes.tooSlow(draft);
      case ANNOUNCE -> AttemptStart.announced(draft);
      case SWEEP -> AttemptStart.sweep(draft);
      case RETURN -> LinkLosses.returned(draft);
      // That they are no longer armed is what the course waits for.
      case SETTLE, BACKOFF, STORING -> {}
    }
  }

  private static boolean isStillIn(Worker worker) {
    return !worker.isSpare() && !worker.isOnItsWay() && !worker.phase().settled();
  }

  private static void killLeavers(Draft draft) {
    draft.killForSure(Worker::ending, draft.settings().limits().gone());
  }

  /// Ends who has not done so itself, or waits as long as what is on its way may take.
  private static void unlessStoring(Draft draft, Timer timer, Runnable ends) {
    Instant until = draft.timers.get(OfRun.STORING);
    if (until == null) {
      ends.run();
    } else {
      Duration left = Duration.between(draft.now, until);
      Duration rest = left.isNegative() ? Duration.ZERO : left;
      draft.arm(timer, rest.plus(draft.settings().limits().unwind()));
    }
  }
}
