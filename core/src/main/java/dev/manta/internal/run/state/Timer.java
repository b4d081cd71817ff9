package dev.manta.internal.run.state;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonString;
import java.util.Locale;

/// What becomes due. The log knows each by a short name.
public sealed interface Timer {
  /// Those of the whole run.
  enum OfRun implements Timer {
    /// An attempt should have started.
    START,
    /// Other causes of a failure should have been heard of.
    SETTLE,
    /// Ranks should have left their function.
    UNWIND,
    /// The next retry may begin.
    BACKOFF,
    /// Processes that were asked to end should have done so.
    LEAVE,
    /// The run should have stopped.
    STOP,
    /// A checkpoint should have been scored.
    VALIDATION,
    /// Spares are to be started.
    SPARES,
    /// Capacity has been there, or gone, for long enough.
    RESIZE,
    /// Those who replace workers that are taken away can be waited for no longer.
    HANDOVER,
    /// Newcomers should be warm.
    WARM,
    /// That all ranks train is to be recorded.
    ANNOUNCE,
    /// What ranks were storing when they were told to leave should be stored.
    STORING,
    /// What belongs to no checkpoint is to be removed.
    SWEEP,
    /// Nodes that were left out may be used again.
    RETURN;

    @Override
    public String written() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// All parts of a checkpoint should be there.
  record Part(int ordinal) implements Timer {
    private static final String PREFIX = "part:";

    @Override
    public String written() {
      return PREFIX + ordinal;
    }
  }

  /// A worker that was killed should be gone.
  record Gone(String worker) implements Timer {
    private static final String PREFIX = "gone:";

    @Override
    public String written() {
      return PREFIX + worker;
    }
  }

  /// Its name in the log.
  String written();

  /// Whether what it is for begins anew under a new controller.
  default boolean isRedone() {
    return this instanceof Part || this == OfRun.VALIDATION || this == OfRun.START;
  }

  /// Whether it rings for those who have not left in time.
  default boolean endsWorkers() {
    return this == OfRun.UNWIND || this == OfRun.STOP;
  }

  default boolean outlivesAttempts() {
    return this instanceof Gone
        || this == OfRun.VALIDATION
        || this == OfRun.STOP
        || this == OfRun.SWEEP
        || this == OfRun.RETURN;
  }

  default Json toJson() {
    return Json.of(written());
  }

  static Timer fromJson(Json json) {
    if (json instanceof JsonString name) {
      return named(name.value());
    }
    throw new IllegalArgumentException("expected the name of a timer, found " + json.describe());
  }

  private static Timer named(String name) {
    if (name.startsWith(Part.PREFIX)) {
      return new Part(Integer.parseInt(name.substring(Part.PREFIX.length())));
    }
    if (name.startsWith(Gone.PREFIX)) {
      return new Gone(name.substring(Gone.PREFIX.length()));
    }
    for (Timer timer : OfRun.values()) {
      if (timer.written().equals(name)) {
        return timer;
      }
    }
    throw new IllegalArgumentException("no timer is called " + name);
  }
}
