package dev.manta.lightgbm.internal.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How far a run is, and the best values of the metrics that early stopping watches.
///
/// @param rounds that were grown
/// @param best by metric
record TrainingProgress(int rounds, Map<String, Best> best) {
  /// The best value that a metric has had.
  ///
  /// @param all the metrics of that round
  record Best(double value, int round, Map<String, Double> all) {
    Best {
      all = Map.copyOf(all);
    }
  }

  TrainingProgress {
    best = new LinkedHashMap<>(best);
  }

  static TrainingProgress none() {
    return new TrainingProgress(0, Map.of());
  }

  /// After one more round.
  TrainingProgress next() {
    return new TrainingProgress(rounds + 1, best);
  }

  /// With the metrics after the last round.
  ///
  /// @param watched those of them that early stopping watches, by whether more is better
  TrainingProgress with(Map<String, Double> metrics, Map<String, Boolean> watched) {
    Map<String, Best> now = new LinkedHashMap<>(best);
    watched.forEach(
        (name, moreIsBetter) -> {
          double value = metrics.getOrDefault(name, Double.NaN);
          Best before = now.get(name);
          if (before == null || isBetter(value, before.value(), moreIsBetter)) {
            now.put(name, new Best(value, rounds, metrics));
          }
        });
    return new TrainingProgress(rounds, now);
  }

  /// As it was after fewer rounds, as far as that is known.
  TrainingProgress backTo(int earlier) {
    Map<String, Best> then = new LinkedHashMap<>(best);
    then.values().removeIf(each -> each.round() > earlier);
    return new TrainingProgress(earlier, then);
  }

  private static boolean isBetter(double value, double than, boolean moreIsBetter) {
    return Double.isNaN(than) || (moreIsBetter ? value > than : value < than);
  }

  /// The best round of a metric that has not improved for so many rounds.
  Optional<Best> stalled(int patience) {
    return best.values().stream().filter(each -> rounds - each.round() >= patience).findFirst();
  }

  /// The best round of the first metric that is watched.
  Optional<Best> first() {
    return best.values().stream().findFirst();
  }
}
