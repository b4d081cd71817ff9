package dev.manta.dashboard.internal.curve;

import dev.manta.internal.journal.Origin;
import dev.manta.train.ReportReduction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;

/// The curves of one metric: for each rank and attempt one, and for each attempt one that is
/// reduced over ranks. Used under a lock.
final class MetricCurves {
  private final ReportReduction reduction;
  private final BucketBudget budget;
  private final TreeMap<Integer, TreeMap<Integer, Curve>> ranks = new TreeMap<>();
  private final TreeMap<Integer, ReducedCurve> reduced = new TreeMap<>();
  private long values;
  private long notFinite;

  MetricCurves(ReportReduction reduction, BucketBudget budget) {
    this.reduction = reduction;
    this.budget = budget;
  }

  void add(Origin origin, long step, long at, double value) {
    values++;
    if (!Double.isFinite(value)) {
      notFinite++;
      return;
    }
    curve(origin).ifPresent(curve -> curve.add(step, at, value));
    if (reduction != ReportReduction.RANK_ZERO) {
      reduced
          .computeIfAbsent(origin.attempt(), _ -> new ReducedCurve(reduction, budget.curve()))
          .add(step, at, value);
    }
  }

  /// Of thousands of ranks with thousands of metrics those that reported first have curves.
  private Optional<Curve> curve(Origin origin) {
    Map<Integer, Curve> attempts = ranks.computeIfAbsent(origin.rank(), _ -> new TreeMap<>());
    Curve known = attempts.get(origin.attempt());
    if (known == null && budget.hasRoom()) {
      known = new Curve(budget.curve());
      attempts.put(origin.attempt(), known);
    }
    return Optional.ofNullable(known);
  }

  void limitTo(int buckets) {
    ranks.values().forEach(each -> each.values().forEach(curve -> curve.limitTo(buckets)));
    reduced.values().forEach(curve -> curve.limitTo(buckets));
  }

  RunCurves.Metric described(String name) {
    String how = reduction.name().toLowerCase(Locale.ROOT);
    return new RunCurves.Metric(name, how, List.copyOf(ranks.keySet()), values, notFinite);
  }

  /// @param starts the step with which each attempt began
  List<CurveSegment> segments(OptionalInt rank, CurveRange range, TreeMap<Integer, Long> starts) {
    List<CurveSegment> segments = new ArrayList<>();
    curves(rank)
        .forEach(
            (attempt, curve) ->
                segments.add(
                    new CurveSegment(
                        attempt, CurvePoints.of(curve, range, undoneFrom(attempt, starts)))));
    return segments;
  }

  private Map<Integer, Consumer<BucketVisitor>> curves(OptionalInt rank) {
    Map<Integer, Consumer<BucketVisitor>> curves = new TreeMap<>();
    if (rank.isEmpty() && reduction != ReportReduction.RANK_ZERO) {
      reduced.forEach((attempt, curve) -> curves.put(attempt, curve::forEach));
    } else if (!ranks.isEmpty()) {
      ranks
          .getOrDefault(rank.orElse(ranks.firstKey()), new TreeMap<>())
          .forEach((attempt, curve) -> curves.put(attempt, curve::forEach));
    }
    return curves;
  }

  private static OptionalLong undoneFrom(int attempt, TreeMap<Integer, Long> starts) {
    return starts.tailMap(attempt, false).values().stream().mapToLong(Long::longValue).min();
  }
}
