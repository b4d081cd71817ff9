package dev.manta.internal.run;

import dev.manta.internal.run.state.RankPart;
import dev.manta.train.Metrics;
import dev.manta.train.ReportReduction;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Makes one set of metrics of what several ranks reported.
public final class MetricReduction {
  private MetricReduction() {}

  static Metrics of(List<RankPart> parts, Map<String, ReportReduction> reductions) {
    return of(parts.stream().map(RankPart::metrics).toList(), reductions);
  }

  /// The first rank's metrics, with those keys replaced that are reduced.
  public static Metrics of(Collection<Metrics> byRank, Map<String, ReportReduction> reductions) {
    return ReportReduction.reduce(byRank, reductions);
  }
}
