package dev.manta.testkit.sim;

import dev.manta.internal.wire.ToController;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// What a worker hears of ranks on other nodes while it trains: one that was silent for too long is
/// a lost link.
final class SimSilence {
  static final Duration EVERY = Duration.ofMillis(500);
  private static final int SILENCES_MAX = 10;

  private final SimWorld world;
  private final String node;
  private int silences;

  SimSilence(SimWorld world, String node) {
    this.world = world;
    this.node = node;
  }

  /// Whether a rank of the attempt cannot be heard now, so that no step is done together.
  boolean isCut(int attempt) {
    return !world.unheard(attempt, node).isEmpty();
  }

  /// Listens as long as the attempt continues.
  ///
  /// @param later does something after [#EVERY], unless the attempt is over by then
  /// @param lost hears of a lost link
  void begin(int attempt, Consumer<Runnable> later, Consumer<ToController> lost) {
    silences = 0;
    if (world.nodes().isCutOnce()) {
      later.accept(() -> listen(attempt, later, lost));
    }
  }

  private void listen(int attempt, Consumer<Runnable> later, Consumer<ToController> lost) {
    List<Integer> unheard = world.unheard(attempt, node);
    silences = unheard.isEmpty() ? 0 : silences + 1;
    if (silences >= SILENCES_MAX) {
      lost.accept(new ToController.LinkLost(attempt, unheard, "silent"));
    } else {
      later.accept(() -> listen(attempt, later, lost));
    }
  }
}
