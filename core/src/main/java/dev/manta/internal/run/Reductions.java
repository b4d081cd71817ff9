package dev.manta.internal.run;

import dev.manta.train.Metrics;
import dev.manta.train.ReportReduction;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/// Makes one set of metrics of what several ranks reported.
public final class Reductions {
  private Reductions() {}

  static Metrics of(List<RankPart> parts, Map<String, ReportReduction> reductions) {
    return of(parts.stream().map(RankPart::metrics).toList(), reductions);
  }

  /// The first rank's metrics, with those keys replaced that are reduced.
  public static Metrics of(Collection<Metrics> byRank, Map<String, ReportReduction> reductions) {
    Metrics reduced = byRank.isEmpty() ? Metrics.empty() : byRank.iterator().next();
    for (Map.Entry<String, ReportReduction> reduction : reductions.entrySet()) {
      double[] values = values(byRank, reduction.getKey());
      if (values.length > 0 && reduction.getValue() != ReportReduction.RANK_ZERO) {
        reduced =
            with(
                reduced,
                reduction.getKey(),
                reduce(DoubleStream.of(values), reduction.getValue(), values[0]));
      }
    }
    return reduced;
  }

  private static double[] values(Collection<Metrics> byRank, String key) {
    return byRank.stream()
        .map(metrics -> metrics.findNumber(key))
        .filter(value -> value.isPresent())
        .mapToDouble(value -> value.getAsDouble())
        .toArray();
  }

  private static double reduce(DoubleStream values, ReportReduction how, double first) {
    return switch (how) {
      case RANK_ZERO -> first;
      case MEAN -> values.average().orElse(first);
      case SUM -> values.sum();
      case MIN -> values.min().orElse(first);
      case MAX -> values.max().orElse(first);
    };
  }

  private static Metrics with(Metrics metrics, String path, double value) {
    int slash = path.indexOf('/');
    if (slash > 0 && metrics.find(path.substring(0, slash)).orElse(0) instanceof Metrics nested) {
      return metrics.with(path.substring(0, slash), with(nested, path.substring(slash + 1), value));
    }
    return metrics.with(path, value);
  }
}
