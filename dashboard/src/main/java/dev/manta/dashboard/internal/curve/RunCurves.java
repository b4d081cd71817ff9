package dev.manta.dashboard.internal.curve;

import dev.manta.train.ReportReduction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The metrics of a run as curves: of each rank, and reduced over ranks where the run was told so.
/// Together they have a bounded number of buckets.
public final class RunCurves {
  /// A program that makes up a name for every step has no curves worth looking at.
  static final int METRICS_MAX = 5_000;

  private final Map<String, ReportReduction> reductions;
  private final BucketBudget budget;
  private final Map<String, MetricCurves> metrics = new TreeMap<>();
  private final TreeMap<Integer, EpochSteps> attempts = new TreeMap<>();
  private final Map<String, Heard> workers = new HashMap<>();
  private final TreeMap<Integer, Reached> ranks = new TreeMap<>();
  private long rows;
  private boolean tooMany;

  /// @param reductions how the run reduces metrics over ranks
  /// @param buckets how many buckets all curves may have together
  public RunCurves(Map<String, ReportReduction> reductions, int buckets) {
    this.reductions = Map.copyOf(reductions);
    this.budget = new BucketBudget(buckets);
  }

  /// Adds what was reported since; what a worker has sent twice counts once.
  public synchronized void add(ReportBlock block) {
    List<RankReports> sources =
        block.sources().stream().map(source -> new RankReports(source, block)).toList();
    for (int row = 0; row < block.rows(); row++) {
      if (sources.get(block.sourceOf(row)).add(row)) {
        rows++;
      }
    }
  }

  /// Up to which of its reports a worker was heard.
  private static final class Heard {
    long sequence = Long.MIN_VALUE;
  }

  /// How far a rank has come.
  private static final class Reached {
    int attempt;
    long step;

    void note(int in, long now) {
      if (in >= attempt) {
        attempt = in;
        step = now;
      }
    }
  }

  /// The reports of a rank in a block, on their way to its curves.
  private final class RankReports {
    private final ReportBlock.Source source;
    private final ReportBlock block;
    private final EpochSteps steps;
    private final MetricCurves.@Nullable Values[] curves;
    private final Heard heard;
    private final Reached reached;
    private int epoch;
    private boolean begun;

    RankReports(ReportBlock.Source source, ReportBlock block) {
      this.source = source;
      this.block = block;
      this.steps = attempts.computeIfAbsent(source.attempt(), _ -> new EpochSteps());
      this.curves = new MetricCurves.Values[block.names().size()];
      this.heard = workers.computeIfAbsent(source.worker(), _ -> new Heard());
      this.reached = ranks.computeIfAbsent(source.rank(), _ -> new Reached());
    }

    /// False where it was there before: a worker's reports come in order.
    boolean add(int row) {
      long sequence = block.sequence(row);
      if (sequence <= heard.sequence) {
        return false;
      }
      heard.sequence = sequence;
      long step = block.step(row);
      reached.note(source.attempt(), step);
      note(step, block.epoch(row));
      long at = block.atMillis(row);
      for (int i = block.firstValue(row), end = block.firstValue(row + 1); i < end; i++) {
        curve(block.nameOf(i)).add(step, at, block.value(i));
      }
      return true;
    }

    private void note(long step, int now) {
      steps.add(step);
      if (!begun || now != epoch) {
        begun = true;
        epoch = now;
        steps.begin(step, now);
      }
    }

    private MetricCurves.Values curve(int name) {
      MetricCurves.Values known = curves[name];
      if (known == null) {
        known = values(block.names().get(name), source);
        curves[name] = known;
      }
      return known;
    }
  }

  private MetricCurves.Values values(String name, ReportBlock.Source source) {
    MetricCurves known = metrics.get(name);
    if (known == null) {
      if (metrics.size() >= METRICS_MAX) {
        tooMany = true;
        return (_, _, _) -> {};
      }
      ReportReduction how = reductions.getOrDefault(name, ReportReduction.RANK_ZERO);
      known = new MetricCurves(how, budget);
      metrics.put(name, known);
    }
    MetricCurves.Values values = known.of(source.attempt(), source.rank());
    makeDo();
    return values;
  }

  private void makeDo() {
    if (budget.isTight()) {
      metrics.values().forEach(each -> each.limitTo(budget.limit()));
    }
  }

  /// Makes do with fewer buckets from now on, as other runs need some.
  public synchronized void limitTo(int buckets) {
    budget.limitTo(buckets);
    makeDo();
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

  /// The step of each rank's newest report, by rank.
  public synchronized Map<Integer, Long> steps() {
    Map<Integer, Long> steps = new TreeMap<>();
    ranks.forEach((rank, reached) -> steps.put(rank, reached.step));
    return steps;
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
    return curves == null ? List.of() : curves.segments(rank, range, attempts);
  }

  /// How many epochs the newest attempt has seen.
  public synchronized int epochs() {
    return attempts.isEmpty() ? 0 : attempts.lastEntry().getValue().count();
  }

  /// How many epochs were done at a step of an attempt; empty where nothing is known of that
  /// attempt.
  public synchronized OptionalDouble epoch(int attempt, long step) {
    EpochSteps steps = attempts.get(attempt);
    return steps == null ? OptionalDouble.empty() : OptionalDouble.of(steps.at(step));
  }
}
