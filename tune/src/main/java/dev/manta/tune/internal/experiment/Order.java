package dev.manta.tune.internal.experiment;

import dev.manta.tune.Point;
import java.util.Optional;
import java.util.OptionalInt;

/// What the rules want done, after their entries are written.
public sealed interface Order {
  /// A trial's attempt is to begin.
  ///
  /// @param step how many reports the checkpoint to begin with has behind it
  /// @param workers how many it begins with, where that was decided
  record Begin(
      int trial,
      int attempt,
      Point point,
      long seed,
      Optional<Saved> from,
      long step,
      OptionalInt workers)
      implements Order {}

  /// An attempt that has reported continues.
  record Continue(int trial, int attempt) implements Order {}

  /// An attempt is to continue with another number of workers.
  record Resize(int trial, int attempt, int workers) implements Order {}

  /// An attempt is to leave.
  record Halt(int trial, int attempt, String reason) implements Order {}

  /// No trial needs a checkpoint any more.
  record Discard(Saved saved) implements Order {}
}
