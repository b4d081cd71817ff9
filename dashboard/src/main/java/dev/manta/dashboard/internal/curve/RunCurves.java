package dev.manta.dashboard.internal.curve;

import dev.manta.internal.journal.MetricsRow;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import dev.manta.train.ReportReduction;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/// The metrics of a run as curves: of each rank, and reduced over ranks where the run was told so.
/// Together they have a bounded number of buckets.
public final class RunCurves {
  /// A program that makes up a name for every step has no curves worth looking at.
  static final int METRICS_MAX = 5_000;

  private static final Set<String> NOT_FINITE = Set.of("NaN", "Infinity", "-Infinity");

  private final Map<String, ReportReduction> reductions;
  private final BucketBudget budget;
  private final Map<String, MetricCurves> metrics = new TreeMap<>();
  private final TreeMap<Integer, Long> starts = new TreeMap<>();
  private long rows;
  private boolean tooMany;

  /// @param reductions how the run reduces metrics over ranks
  /// @param buckets how many buckets all curves may have together
  public RunCurves(Map<String, ReportReduction> reductions, int buckets) {
    this.reductions = Map.copyOf(reductions);
    this.budget = new BucketBudget(buckets);
  }

  /// Adds what was reported since.
  public synchronized void add(List<MetricsRow> more) {
    for (MetricsRow row : more) {
      starts.merge(row.origin().attempt(), row.step(), Math::min);
      add("", row.metrics(), row);
    }
    rows += more.size();
  }

  private void add(String prefix, JsonObject values, MetricsRow row) {
    values.fields().forEach((name, value) -> add(prefix + name, value, row));
  }

  private void add(String name, Json value, MetricsRow row) {
    if (value instanceof JsonNumber number) {
      add(name, number.value().doubleValue(), row);
    } else if (value instanceof JsonString text && NOT_FINITE.contains(text.value())) {
      add(name, Double.NaN, row);
    } else if (value instanceof JsonObject nested) {
      add(name + "/", nested, row);
    }
  }

  private void add(String name, double value, MetricsRow row) {
    MetricCurves curves = metrics.get(name);
    if (curves == null) {
      if (metrics.size() >= METRICS_MAX) {
        tooMany = true;
        return;
      }
      ReportReduction how = reductions.getOrDefault(name, ReportReduction.RANK_ZERO);
      curves = new MetricCurves(how, budget);
      metrics.put(name, curves);
    }
    curves.add(row.origin(), row.step(), row.at().toEpochMilli(), value);
    if (budget.isTight()) {
      metrics.values().forEach(each -> each.limitTo(budget.limit()));
    }
  }

  /// What a run has curves of.
  ///
  /// @param reduction how it is reduced over ranks
  /// @param values how many values there are, of all ranks
  /// @param notFinite how many values are NaN or infinite, and on no curve
  public record Metric(
      String name, String reduction, List<Integer> ranks, long values, long notFinite) {}

  /// All metrics by name.
  public synchronized List<Metric> metrics() {
    return metrics.entrySet().stream()
        .map(each -> each.getValue().described(each.getKey()))
        .toList();
  }

  /// How many reports there are.
  public synchronized long rows() {
    return rows;
  }

  /// Whether some metrics are left out, as there are thousands of names.
  public synchronized boolean isCut() {
    return tooMany;
  }

  /// The parts of a curve, one for each attempt.
  ///
  /// @param rank whose; empty for the reduced one
  public synchronized List<CurveSegment> segments(
      String metric, OptionalInt rank, CurveRange range) {
    MetricCurves curves = metrics.get(metric);
    return curves == null ? List.of() : curves.segments(rank, range, starts);
  }
}
