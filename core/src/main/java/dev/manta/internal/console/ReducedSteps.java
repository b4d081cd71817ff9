package dev.manta.internal.console;

import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.ReportReduction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reports whose metrics are reduced over ranks: one for each step, once all ranks have made it.
///
/// Where not every rank reports, a step counts as made when those have made it that have reported
/// since the attempt began, some seconds ago.
final class ReducedSteps {
  private static final int STEPS_MAX = 1000;
  private static final Duration ALL_HAVE_BEGUN = Duration.ofSeconds(10);

  private final Map<String, ReportReduction> reductions;
  private final TreeMap<Long, SortedMap<Integer, Report>> open = new TreeMap<>();
  private final Set<Integer> reporters = new HashSet<>();
  private int attempt;
  private long made;
  private Instant begun = Instant.MAX;

  ReducedSteps(Map<String, ReportReduction> reductions) {
    this.reductions = Map.copyOf(reductions);
  }

  /// Takes a report. A step that comes after a later one was made is left out.
  void take(Report report, Instant now) {
    if (report.attempt() > attempt) {
      attempt = report.attempt();
      open.clear();
      reporters.clear();
      begun = now;
      made = 0;
    }
    if (report.attempt() == attempt && report.step() > made) {
      reporters.add(report.rank());
      open.computeIfAbsent(report.step(), _ -> new TreeMap<>()).put(report.rank(), report);
    }
    if (open.size() > STEPS_MAX) {
      open.pollFirstEntry();
    }
  }

  /// The newest step that was made since it was last asked for.
  ///
  /// @param size how many ranks there are
  Optional<Report> next(int size, Instant now) {
    boolean allHaveBegun = !now.minus(ALL_HAVE_BEGUN).isBefore(begun);
    for (Map.Entry<Long, SortedMap<Integer, Report>> step : open.descendingMap().entrySet()) {
      Set<Integer> ranks = step.getValue().keySet();
      boolean all = size > 0 && ranks.size() >= size;
      if (all || (allHaveBegun && ranks.containsAll(reporters))) {
        return Optional.of(take(step));
      }
    }
    return Optional.empty();
  }

  /// The newest step, whoever has made it: no more reports come.
  Optional<Report> last() {
    return Optional.ofNullable(open.lastEntry()).map(this::take);
  }

  private Report take(Map.Entry<Long, SortedMap<Integer, Report>> step) {
    made = step.getKey();
    List<Report> ranks = List.copyOf(step.getValue().values());
    open.headMap(made, true).clear();
    Report first = ranks.getFirst();
    List<Metrics> metrics = ranks.stream().map(Report::metrics).toList();
    return new Report(
        first.attempt(),
        first.rank(),
        made,
        first.at(),
        ReportReduction.reduce(metrics, reductions),
        first.checkpoint());
  }
}
