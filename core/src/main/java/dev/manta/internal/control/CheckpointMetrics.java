package dev.manta.internal.control;

import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.RunListener;
import java.util.LinkedHashMap;
import java.util.Map;

/// What was reported with checkpoints that are still to be committed.
final class CheckpointMetrics implements RunListener {
  /// Uploads that failed are never committed, so the oldest go.
  private static final int CHECKPOINTS_MAX = 100;

  private final Map<String, Report> reports = new LinkedHashMap<>();

  @Override
  public void report(Report report) {
    report.checkpoint().ifPresent(name -> reports.merge(name, report, CheckpointMetrics::lowest));
    if (reports.size() > CHECKPOINTS_MAX) {
      reports.remove(reports.keySet().iterator().next());
    }
  }

  private static Report lowest(Report one, Report other) {
    return one.rank() <= other.rank() ? one : other;
  }

  /// Those that came with a checkpoint; empty where nobody heard them.
  Metrics of(String checkpoint) {
    Report report = reports.get(checkpoint);
    return report == null ? Metrics.empty() : report.metrics();
  }
}
