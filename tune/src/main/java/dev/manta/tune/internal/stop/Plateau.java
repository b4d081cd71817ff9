package dev.manta.tune.internal.stop;

import dev.manta.train.StopCondition;
import dev.manta.tune.Stopper;
import java.util.Optional;

/// Stops once the last values hardly differ, by the rule of plain runs.
public record Plateau(StopCondition.Plateau rule) implements Stopper {
  /// @param reports how many values are looked at
  /// @param deviation the standard deviation up to which they do not differ
  /// @param grace how many values there must be in all
  public Plateau(int reports, double deviation, int grace) {
    this(new StopCondition.Plateau("", reports, deviation, grace));
  }

  @Override
  public Optional<String> reason(Progress progress) {
    return rule.isReached(progress.values())
        ? Optional.of(
            "the last %s values deviate by at most %s".formatted(rule.reports(), rule.deviation()))
        : Optional.empty();
  }
}
