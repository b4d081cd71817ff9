package dev.manta.testkit.sim;

import dev.manta.internal.wire.ToController;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How long a rank has waited for the others.
final class SimWait {
  private static final Duration WORTH_TELLING = Duration.ofSeconds(3);

  private Optional<Duration> begun = Optional.empty();

  void begin(Duration now) {
    begun = Optional.of(now);
  }

  void end() {
    begun = Optional.empty();
  }

  /// Whom it waits for, where that takes long.
  Optional<ToController> told(int attempt, Duration now, List<Integer> missing) {
    return begun
        .map(now::minus)
        .filter(waited -> waited.compareTo(WORTH_TELLING) > 0 && !missing.isEmpty())
        .map(waited -> new ToController.Waiting(attempt, "barrier", waited.toMillis(), missing));
  }
}
