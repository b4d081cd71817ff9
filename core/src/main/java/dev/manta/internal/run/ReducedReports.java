package dev.manta.internal.run;

import dev.manta.train.Failure;
import dev.manta.train.Metrics;
import dev.manta.train.NewCheckpoint;
import dev.manta.train.Report;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunListener;
import dev.manta.train.RunUpdate;
import dev.manta.train.StorageUse;
import dev.manta.train.logged.LoggedItem;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Tells a tracker one report for each step, reduced over ranks, in order of steps: once all ranks
/// have made it.
///
/// Where not every rank reports, a step counts as made when those have made it that have reported
/// since the attempt began, some seconds ago. Rank 0, whose metrics stand for those that are not
/// reduced, is given longer to begin. What a rank reports of a step that has been told is left out;
/// for the next ones it is waited for. Time is what reports say it is.
public final class ReducedReports implements RunListener {
  private static final int STEPS_MAX = 1000;
  private static final Duration ALL_HAVE_BEGUN = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Consumer<Consumer<RunListener>> to;
  private final Map<String, ReportReduction> reductions;
  private final TreeMap<Long, Step> open = new TreeMap<>();
  private final Set<Integer> reporters = new HashSet<>();
  private int attempt;
  private int size;
  private long told;
  private Instant begun = Instant.MAX;

  /// What ranks reported at a step, and when the first of them did.
  private record Step(Instant since, SortedMap<Integer, Report> byRank) {}

  /// @param to calls the tracker, and returns whether or not that fails
  public ReducedReports(
      Consumer<Consumer<RunListener>> to, Map<String, ReportReduction> reductions) {
    this.to = to;
    this.reductions = Map.copyOf(reductions);
  }

  @Override
  public void report(Report report) {
    Instant now = report.at();
    if (report.attempt() > attempt) {
      flush();
      attempt = report.attempt();
      reporters.clear();
      told = 0;
      begun = now;
    }
    if (report.attempt() == attempt) {
      reporters.add(report.rank());
    }
    if (report.attempt() == attempt && report.step() > told) {
      open.computeIfAbsent(report.step(), _ -> new Step(now, new TreeMap<>()))
          .byRank()
          .put(report.rank(), report);
    }
    while (!open.isEmpty() && isMade(open.firstEntry().getValue(), now)) {
      tellFirst();
    }
  }

  private boolean isMade(Step step, Instant now) {
    Set<Integer> ranks = step.byRank().keySet();
    boolean all = size > 0 && ranks.size() >= size;
    Duration toBegin = reporters.contains(0) ? ALL_HAVE_BEGUN : PATIENCE;
    boolean allWhoReport = !now.minus(toBegin).isBefore(begun) && ranks.containsAll(reporters);
    boolean waited = now.minus(PATIENCE).isAfter(step.since()) || open.size() > STEPS_MAX;
    return all || allWhoReport || waited;
  }

  /// Tells what there is: no more reports come.
  public void flush() {
    while (!open.isEmpty()) {
      tellFirst();
    }
  }

  private void tellFirst() {
    List<Report> ranks = List.copyOf(open.pollFirstEntry().getValue().byRank().values());
    told = ranks.getFirst().step();
    to.accept(tracker -> tracker.report(reduced(ranks)));
  }

  private Report reduced(List<Report> ranks) {
    Report first = ranks.getFirst();
    List<Metrics> metrics = ranks.stream().map(Report::metrics).toList();
    return new Report(
        first.attempt(),
        first.rank(),
        first.step(),
        first.at(),
        ReportReduction.reduce(metrics, reductions),
        first.checkpoint());
  }

  @Override
  public void state(RunUpdate update) {
    size = update.workers().size();
    if (update.status().ended()) {
      flush();
    }
    to.accept(tracker -> tracker.state(update));
  }

  @Override
  public void logged(LoggedItem item) {
    to.accept(tracker -> tracker.logged(item));
  }

  @Override
  public void failure(Failure failure) {
    to.accept(tracker -> tracker.failure(failure));
  }

  @Override
  public void checkpoint(NewCheckpoint checkpoint) {
    to.accept(tracker -> tracker.checkpoint(checkpoint));
  }

  @Override
  public void line(int rank, String line) {
    to.accept(tracker -> tracker.line(rank, line));
  }

  @Override
  public void storage(StorageUse use) {
    to.accept(tracker -> tracker.storage(use));
  }

  @Override
  public void note(String message) {
    to.accept(tracker -> tracker.note(message));
  }

  @Override
  public void warning(String message) {
    to.accept(tracker -> tracker.warning(message));
  }
}
