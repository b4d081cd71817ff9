package dev.manta.train.tracker;

import dev.manta.spi.json.JsonObject;
import dev.manta.train.Metrics;
import dev.manta.train.NewCheckpoint;
import dev.manta.train.Report;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import dev.manta.train.logged.LoggedItem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One run on its way to MLflow: writes into its backlog what a thread of its own sends.
final class MlflowTracking implements Tracker.Tracking {
  /// A batch has space for a thousand things, of which one is the mark.
  static final int METRICS_MAX = 900;

  private static final Duration LAST_CALLS = Duration.ofSeconds(10);
  private static final System.Logger LOGGER = System.getLogger("dev.manta.trackers");

  private final MlflowTarget target;
  private final Backlog backlog;
  private final MlflowSender sender;
  private MlflowMark written;
  private boolean full;

  private MlflowTracking(Path directory, MlflowTarget target, Backlog backlog) {
    this.target = target;
    this.backlog = backlog;
    this.sender = new MlflowSender(directory, target, backlog);
    this.written = backlog.last().map(MlflowMark::of).orElse(MlflowMark.NONE);
  }

  static MlflowTracking open(Path directory, MlflowTarget target, TrackedRun run, long bytesMax)
      throws IOException {
    Backlog backlog = Backlog.open(directory, bytesMax);
    try {
      var tracking = new MlflowTracking(directory, target, backlog);
      tracking.add(tracking.written.entry().put("status", "RUNNING"));
      tracking.position().missed(run).forEach(tracking::report);
      tracking.sender.start();
      return tracking;
    } catch (RuntimeException e) {
      backlog.close();
      throw e;
    }
  }

  private ReportPosition position() {
    return new ReportPosition(written.attempt(), written.step());
  }

  @Override
  public void report(Report report) {
    if (!position().isBefore(report)) {
      return;
    }
    Metrics metrics = report.metrics().flat();
    List<String> keys = new ArrayList<>(metrics.keys());
    keys.removeIf(key -> !(metrics.get(key) instanceof Number));
    for (int part = 0; part * METRICS_MAX < keys.size(); part++) {
      int end = Math.min(keys.size(), (part + 1) * METRICS_MAX);
      List<String> some = keys.subList(part * METRICS_MAX, end);
      written = new MlflowMark(report.attempt(), report.step(), part);
      add(written.entry().put("at", millis(report.at())).put("metrics", values(metrics, some)));
    }
  }

  private static JsonObject values(Metrics metrics, List<String> keys) {
    JsonObject.Builder values = JsonObject.builder();
    keys.forEach(key -> values.put(key, metrics.number(key)));
    return values.build();
  }

  private static long millis(Instant at) {
    return at.toEpochMilli();
  }

  @Override
  public void checkpoint(NewCheckpoint checkpoint) {
    JsonObject committed =
        JsonObject.builder()
            .put("name", checkpoint.name())
            .put("step", checkpoint.step())
            .put("location", checkpoint.location().toString())
            .build();
    add(written.entry().put("checkpoint", committed));
  }

  @Override
  public void logged(LoggedItem item) {
    JsonObject logged =
        JsonObject.builder()
            .put("path", item.path())
            .put("location", item.location().toString())
            .build();
    add(written.entry().put("logged", logged));
  }

  @Override
  public void state(RunUpdate update) {
    if (update.status().ended()) {
      add(written.entry().put("status", status(update.status())).put("at", millis(update.at())));
    }
  }

  private static String status(RunStatus status) {
    return switch (status) {
      case FINISHED -> "FINISHED";
      case FAILED -> "FAILED";
      case STOPPED -> "KILLED";
      case STARTING, RUNNING, RESTARTING, STOPPING -> "RUNNING";
    };
  }

  private void add(JsonObject.Builder entry) {
    try {
      if (!backlog.add(entry.build()) && !full) {
        full = true;
        LOGGER.log(
            System.Logger.Level.WARNING,
            "MLflow at {0} is so far behind that its backlog is full, so it misses some of what run"
                + " {1} reports; the run''s own metrics are complete",
            target.server(),
            target.name());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep what MLflow is to get", e);
    }
  }

  @Override
  public void close() throws IOException {
    try (backlog) {
      sender.finish(LAST_CALLS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
