package dev.manta.train;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/// How one metric is made of the values that the ranks reported at a step.
public enum ReportReduction {
  /// Rank 0's value.
  RANK_ZERO,
  MEAN,
  SUM,
  MIN,
  MAX;

  /// The first rank's metrics, with those keys replaced that are reduced; a rank without the number
  /// has no say.
  ///
  /// @param byRank the metrics in the order of ranks
  /// @param reductions by key; nested keys are joined by `/`
  public static Metrics reduce(
      Collection<Metrics> byRank, Map<String, ReportReduction> reductions) {
    Metrics reduced = byRank.isEmpty() ? Metrics.empty() : byRank.iterator().next();
    for (Map.Entry<String, ReportReduction> reduction : reductions.entrySet()) {
      String key = reduction.getKey();
      double[] values = byRank.stream().flatMapToDouble(m -> m.findNumber(key).stream()).toArray();
      if (values.length > 0 && reduction.getValue() != RANK_ZERO) {
        reduced = replaced(reduced, key, reduction.getValue().of(values));
      }
    }
    return reduced;
  }

  private double of(double[] values) {
    return switch (this) {
      case RANK_ZERO -> values[0];
      case MEAN -> Arrays.stream(values).sum() / values.length;
      case SUM -> Arrays.stream(values).sum();
      case MIN -> Arrays.stream(values).min().orElseThrow();
      case MAX -> Arrays.stream(values).max().orElseThrow();
    };
  }

  private static Metrics replaced(Metrics metrics, String path, double value) {
    int slash = path.indexOf('/');
    if (slash > 0
        && !metrics.keys().contains(path)
        && metrics.find(path.substring(0, slash)).orElse(0) instanceof Metrics nested) {
      Metrics inner = replaced(nested, path.substring(slash + 1), value);
      return metrics.with(path.substring(0, slash), inner);
    }
    return metrics.with(path, value);
  }
}
