package dev.manta.internal.run;

import java.time.Duration;
import java.time.Instant;

/// What is due when.
final class Timers {
  static final String START = "start";
  static final String SETTLE = "settle";
  static final String UNWIND = "unwind";
  static final String BACKOFF = "backoff";
  static final String LEAVE = "leave";
  static final String STOP = "stop";
  static final String VALIDATION = "validation";
  static final String SPARES = "spares";
  static final String RESIZE = "resize";
  static final String HANDOVER = "handover";
  static final String WARM = "warm";
  static final String ANNOUNCE = "announce";
  static final String STORING = "storing";
  static final String SWEEP = "sweep";
  private static final String PART = "part:";
  private static final String GONE = "gone:";

  private Timers() {}

  static String part(int ordinal) {
    return PART + ordinal;
  }

  /// Rings when a worker that was killed should be gone.
  static String gone(String worker) {
    return GONE + worker;
  }

  /// Whether what it is for begins anew under a new controller.
  static boolean isRedone(String name) {
    return name.startsWith(PART) || name.equals(VALIDATION) || name.equals(START);
  }

  /// Whether it rings for those who have not left in time.
  static boolean endsWorkers(String name) {
    return name.equals(UNWIND) || name.equals(STOP);
  }

  static boolean outlivesAttempts(String name) {
    return name.equals(VALIDATION)
        || name.equals(STOP)
        || name.equals(SWEEP)
        || name.startsWith(GONE);
  }

  private static boolean isStillIn(Worker worker) {
    return !worker.isSpare() && !worker.isOnItsWay() && !worker.phase().settled();
  }

  /// Ends who has not done so itself, or waits as long as what is on its way may take.
  private static void unlessStoring(Draft draft, String name, Runnable ends) {
    Instant until = draft.timers.get(STORING);
    if (until == null) {
      ends.run();
    } else {
      Duration left = Duration.between(draft.now, until);
      Duration rest = left.isNegative() ? Duration.ZERO : left;
      draft.arm(name, rest.plus(draft.settings().limits().unwind()));
    }
  }

  private static void killLeavers(Draft draft) {
    draft.killForSure(Worker::ending, draft.settings().limits().gone());
  }

  static void fired(Draft draft, String name) {
    if (!draft.due(name)) {
      return;
    }
    switch (name) {
      case START -> Opening.tooSlow(draft);
      case UNWIND -> unlessStoring(draft, name, () -> draft.killAll(Timers::isStillIn));
      case LEAVE -> unlessStoring(draft, name, () -> killLeavers(draft));
      case STOP -> Stops.tooSlow(draft);
      case VALIDATION -> Scores.tooSlow(draft);
      case SPARES -> Spares.fill(draft);
      case RESIZE -> Resizes.due(draft);
      case HANDOVER -> Resizes.tellNow(draft);
      case WARM -> Resizes.tooSlow(draft);
      case ANNOUNCE -> Opening.announced(draft);
      case SWEEP -> Opening.sweep(draft);
      // That they are no longer armed is what the course waits for.
      case SETTLE, BACKOFF, STORING -> {}
      default -> ofOne(draft, name);
    }
  }

  /// Those that are about one worker, or one checkpoint.
  private static void ofOne(Draft draft, String name) {
    if (name.startsWith(GONE)) {
      GivenUp.overdue(draft, name.substring(GONE.length()));
    } else {
      Commits.partMissing(draft, Integer.parseInt(name.substring(PART.length())));
    }
  }
}
