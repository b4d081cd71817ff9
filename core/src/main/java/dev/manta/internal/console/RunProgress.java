package dev.manta.internal.console;

import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.RunUpdate.WorkerState;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// What has been heard of a run so far.
final class RunProgress {
  private static final int ROWS_MAX = 50;

  private final String run;
  private final Instant started;
  private final ArrayDeque<Report> rows = new ArrayDeque<>();
  private final Set<String> columns = new LinkedHashSet<>();
  private final Speed speed = new Speed();
  private final Optional<ReducedSteps> reduced;
  private RunStatus status = RunStatus.STARTING;
  private int attempt = 1;
  private String reason = "";
  private List<WorkerState> workers = List.of();
  private boolean hadWorkers;
  private int shownRank = Integer.MAX_VALUE;
  private long reports;
  private Optional<String> checkpoint = Optional.empty();

  /// @param reductions how metrics are reduced over ranks; where none is, a rank's own are shown
  RunProgress(String run, Instant started, Map<String, ReportReduction> reductions) {
    this.run = run;
    this.started = started;
    this.reduced =
        reductions.isEmpty() ? Optional.empty() : Optional.of(new ReducedSteps(reductions));
  }

  void heard(RunUpdate update) {
    status = update.status();
    attempt = update.attempt();
    reason = update.reason();
    workers = update.workers();
    hadWorkers |= !workers.isEmpty();
  }

  /// Counts the report; says whether there is something new to show.
  boolean heard(Report report, Instant now) {
    reports++;
    if (reduced.isEmpty()) {
      return keepIfLowest(report);
    }
    reduced.get().take(report, now);
    return passed(now);
  }

  /// Time has passed; says whether there is something new to show.
  boolean passed(Instant now) {
    Optional<Report> made = reduced.flatMap(steps -> steps.next(workers.size(), now));
    made.ifPresent(this::keep);
    return made.isPresent();
  }

  /// No more reports come; says whether there is something new to show.
  boolean ended() {
    Optional<Report> last = reduced.flatMap(ReducedSteps::last);
    last.ifPresent(this::keep);
    return last.isPresent();
  }

  /// The lowest rank that reports speaks for all: the others say the same of their share.
  private boolean keepIfLowest(Report report) {
    if (report.rank() > shownRank) {
      return false;
    }
    if (report.rank() < shownRank) {
      shownRank = report.rank();
      rows.clear();
    }
    keep(report);
    return true;
  }

  private void keep(Report report) {
    columns.addAll(MetricTexts.keys(report.metrics()));
    speed.step(report.at(), report.step());
    rows.addLast(report);
    if (rows.size() > ROWS_MAX) {
      rows.removeFirst();
    }
  }

  /// Whether any worker was ever started.
  boolean hadWorkers() {
    return hadWorkers;
  }

  void committed(String checkpoint) {
    this.checkpoint = Optional.of(checkpoint);
  }

  String run() {
    return run;
  }

  Instant started() {
    return started;
  }

  RunStatus status() {
    return status;
  }

  int attempt() {
    return attempt;
  }

  String reason() {
    return reason;
  }

  List<WorkerState> workers() {
    return workers;
  }

  long reports() {
    return reports;
  }

  Optional<String> checkpoint() {
    return checkpoint;
  }

  Optional<Report> last() {
    return Optional.ofNullable(rows.peekLast());
  }

  /// The newest reports, oldest first.
  List<Report> rows(int most) {
    return rows.stream().skip(Math.max(0, rows.size() - most)).toList();
  }

  List<String> columns() {
    return List.copyOf(columns);
  }

  OptionalDouble stepsPerSecond() {
    return speed.perSecond();
  }

  /// The share of epochs that are done, where reports carry `epoch` (from 0) and `epochs`.
  OptionalDouble share() {
    Metrics metrics = last().map(Report::metrics).orElse(Metrics.empty());
    OptionalDouble epoch = metrics.findNumber("epoch");
    OptionalDouble epochs = metrics.findNumber("epochs");
    return epoch.isPresent() && epochs.isPresent() && epochs.getAsDouble() > 0
        ? OptionalDouble.of(Math.clamp((epoch.getAsDouble() + 1) / epochs.getAsDouble(), 0, 1))
        : OptionalDouble.empty();
  }
}
