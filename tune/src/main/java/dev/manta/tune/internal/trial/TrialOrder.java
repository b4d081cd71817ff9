package dev.manta.tune.internal.trial;

import dev.manta.tune.Point;
import dev.manta.tune.internal.experiment.Order;
import dev.manta.tune.internal.experiment.Saved;
import java.util.Optional;

/// An attempt that a place is to run.
///
/// @param from the checkpoint to begin with
/// @param step how many reports that has behind it
public record TrialOrder(
    int trial, int attempt, Point point, long seed, Optional<Saved> from, long step) {
  /// That of the rules.
  public static TrialOrder of(Order.Begin begin) {
    return new TrialOrder(
        begin.trial(), begin.attempt(), begin.point(), begin.seed(), begin.from(), begin.step());
  }
}
