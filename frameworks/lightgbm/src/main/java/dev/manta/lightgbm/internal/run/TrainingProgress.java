package dev.manta.lightgbm.internal.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How far a run is, and the best values of the metrics that early stopping watches.
///
/// @param rounds that were grown
/// @param run the name of the run that the best values are of
/// @param best by metric
record TrainingProgress(int rounds, String run, Map<String, Best> best) {
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
    return new TrainingProgress(0, "", Map.of());
  }

  /// What a run begins with: what was best in another one, by other rows or other metrics, says
  /// nothing of it.
  TrainingProgress in(String name) {
    return name.equals(run) ? this : new TrainingProgress(rounds, name, Map.of());
  }

  /// After one more round.
  TrainingProgress next() {
    return new TrainingProgress(rounds + 1, run, best);
  }

  /// With the metrics after the last round.
  ///
  /// @param watched those of them that early stopping watches, by whether more is better
  TrainingProgress with(Map<String, Double> metrics, Map<String, Boolean> watched) {
    Map<String, Best> now = new LinkedHashMap<>();
    watched.forEach(
        (name, moreIsBetter) -> {
          double value = metrics.getOrDefault(name, Double.NaN);
          Best before = best.get(name);
          boolean isBest = before == null || isBetter(value, before.value(), moreIsBetter);
          now.put(name, isBest ? new Best(value, rounds, metrics) : before);
        });
    return new TrainingProgress(rounds, run, now);
  }

  /// As it was after fewer rounds, as far as that is known.
  TrainingProgress backTo(int earlier) {
    Map<String, Best> then = new LinkedHashMap<>(best);
    then.values().removeIf(each -> each.round() > earlier);
    return new TrainingProgress(earlier, run, then);
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
