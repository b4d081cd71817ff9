package dev.manta.internal.run;

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
  private static final String PART = "part:";

  private Timers() {}

  static String part(int ordinal) {
    return PART + ordinal;
  }

  /// Whether what it is for begins anew under a new controller.
  static boolean isRedone(String name) {
    return name.startsWith(PART) || name.equals(VALIDATION) || name.equals(START);
  }

  static boolean outlivesAttempts(String name) {
    return name.equals(VALIDATION) || name.equals(STOP);
  }

  private static boolean isStillIn(Worker worker) {
    return !worker.isSpare() && !worker.isOnItsWay() && !worker.phase().settled();
  }

  static void fired(Draft draft, String name) {
    if (!draft.due(name)) {
      return;
    }
    switch (name) {
      case START -> Opening.tooSlow(draft);
      case UNWIND -> draft.killAll(Timers::isStillIn);
      case LEAVE -> draft.killForSure(Worker::ending);
      case STOP -> Stops.tooSlow(draft);
      case VALIDATION -> Scores.tooSlow(draft);
      case SPARES -> Spares.fill(draft);
      case RESIZE -> Resizes.due(draft);
      case HANDOVER -> Resizes.tellNow(draft);
      case WARM -> Resizes.tooSlow(draft);
      case ANNOUNCE -> Opening.announced(draft);
      // That they are no longer armed is what the course waits for.
      case SETTLE, BACKOFF -> {}
      default -> Commits.partMissing(draft, Integer.parseInt(name.substring(PART.length())));
    }
  }
}
