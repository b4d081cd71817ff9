package dev.manta.train.tracker;

import dev.manta.internal.metrics.OpenMetricsPage;
import dev.manta.train.Failure;
import dev.manta.train.Metrics;
import dev.manta.train.NewCheckpoint;
import dev.manta.train.Report;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// What is known of a run at this moment, for whoever asks.
final class ExposedRun implements Tracker.Tracking {
  private final TrackedRun run;
  private final Consumer<ExposedRun> leave;
  private RunStatus status = RunStatus.STARTING;
  private Instant changed;
  private int attempt;
  private long step;
  private long reports;
  private long failures;
  private long checkpoints;
  private List<RunUpdate.WorkerState> workers = List.of();
  private final Map<String, Double> metrics = new TreeMap<>();

  /// @param leave ends that it is served
  ExposedRun(TrackedRun run, Consumer<ExposedRun> leave) {
    this.run = run;
    this.leave = leave;
    this.changed = run.opened();
  }

  @Override
  public synchronized void state(RunUpdate update) {
    status = update.status();
    changed = update.at();
    attempt = update.attempt();
    workers = update.workers();
  }

  @Override
  public synchronized void report(Report report) {
    reports++;
    step = report.step();
    Metrics flat = report.metrics().flat();
    flat.keys().forEach(key -> flat.findNumber(key).ifPresent(value -> metrics.put(key, value)));
  }

  @Override
  public synchronized void failure(Failure failure) {
    failures++;
  }

  @Override
  public synchronized void checkpoint(NewCheckpoint checkpoint) {
    checkpoints++;
  }

  /// Adds what there is to say to a page.
  synchronized void writeTo(OpenMetricsPage page) {
    OpenMetricsPage.Labels labels = OpenMetricsPage.Labels.of("run", run.name());
    page.info("manta_run", "A run.", labels.and("id", run.id()).and("function", run.function()));
    for (RunStatus each : RunStatus.values()) {
      page.gauge(
          "manta_run_status",
          "1 for the status that the run has.",
          labels.and("status", each.name().toLowerCase(Locale.ROOT)),
          each == status ? 1 : 0);
    }
    page.gauge(
        "manta_run_changed_timestamp_seconds",
        "When the state of the run last changed.",
        labels,
        changed.toEpochMilli() / 1e3);
    page.gauge("manta_run_attempt", "Which attempt the run is in.", labels, attempt);
    page.gauge("manta_run_step", "The step of the newest report.", labels, (double) step);
    page.counter(
        "manta_run_reports", "Steps that were reported to this driver.", labels, (double) reports);
    page.counter(
        "manta_run_failures", "Workers that failed under this driver.", labels, (double) failures);
    page.counter(
        "manta_run_checkpoints",
        "Checkpoints committed by this driver.",
        labels,
        (double) checkpoints);
    byState()
        .forEach(
            (state, count) ->
                page.gauge(
                    "manta_run_workers",
                    "Workers of the current attempt, by what they do.",
                    labels.and("state", state),
                    count));
    metrics.forEach(
        (name, value) ->
            page.gauge(
                "manta_metric",
                "The newest value of a reported metric.",
                labels.and("name", name),
                value));
  }

  private Map<String, Long> byState() {
    Map<String, Long> counts = new TreeMap<>();
    workers.forEach(worker -> counts.merge(worker.state(), 1L, Long::sum));
    return counts;
  }

  @Override
  public void close() {
    leave.accept(this);
  }
}
