package dev.manta.dashboard.internal.curve;

import dev.manta.train.ReportReduction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

  /// The curves on which values of a rank are.
  ///
  /// @param own that of the rank; null where there are too many curves
  /// @param all that of all ranks; null where the metric is not reduced
  private record RankValues(MetricCurves metric, @Nullable Curve own, @Nullable ReducedCurve all)
      implements Values {
    @Override
    public void add(long step, long at, double value) {
      metric.values++;
      if (!Double.isFinite(value)) {
        metric.notFinite++;
        return;
      }
      if (own != null) {
        own.add(step, at, value);
      }
      if (all != null) {
        all.add(step, at, value);
      }
    }
  }

  /// Takes the values of a rank in an attempt.
  interface Values {
    void add(long step, long at, double value);
  }

  Values of(int attempt, int rank) {
    ReducedCurve all =
        reduction == ReportReduction.RANK_ZERO
            ? null
            : reduced.computeIfAbsent(attempt, _ -> new ReducedCurve(reduction, budget.curve()));
    return new RankValues(this, curve(attempt, rank), all);
  }

  /// Of thousands of ranks with thousands of metrics those that reported first have curves.
  private @Nullable Curve curve(int attempt, int rank) {
    Map<Integer, Curve> attempts = ranks.computeIfAbsent(rank, _ -> new TreeMap<>());
    Curve known = attempts.get(attempt);
    if (known == null && budget.hasRoom()) {
      known = new Curve(budget.curve());
      attempts.put(attempt, known);
    }
    return known;
  }

  void limitTo(int buckets) {
    ranks.values().forEach(each -> each.values().forEach(curve -> curve.limitTo(buckets)));
    reduced.values().forEach(curve -> curve.limitTo(buckets));
  }

  RunCurves.Metric described(String name) {
    String how = reduction.name().toLowerCase(Locale.ROOT);
    return new RunCurves.Metric(name, how, List.copyOf(ranks.keySet()), values, notFinite);
  }

  List<CurveSegment> segments(
      OptionalInt rank, CurveRange range, TreeMap<Integer, EpochSteps> attempts) {
    List<CurveSegment> segments = new ArrayList<>();
    curves(rank)
        .forEach(
            (attempt, curve) -> {
              EpochSteps steps = attempts.getOrDefault(attempt, new EpochSteps());
              OptionalLong undone = undoneFrom(attempt, attempts);
              segments.add(
                  new CurveSegment(
                      attempt, CurvePoints.of(curve, range, range.places(steps), undone)));
            });
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

  private static OptionalLong undoneFrom(int attempt, TreeMap<Integer, EpochSteps> attempts) {
    return attempts.tailMap(attempt, false).values().stream().mapToLong(EpochSteps::first).min();
  }
}
