package dev.manta.train.tracker;

import dev.manta.train.Report;
import dev.manta.train.TrackedRun;
import java.util.Comparator;
import java.util.List;

/// How far a tracker has come in the reports of a run: a retried step comes after all steps of
/// earlier attempts.
record ReportPosition(int attempt, long step) implements Comparable<ReportPosition> {
  static final ReportPosition START = new ReportPosition(0, 0);

  private static final Comparator<ReportPosition> ORDER =
      Comparator.comparingInt(ReportPosition::attempt).thenComparingLong(ReportPosition::step);

  static ReportPosition of(Report report) {
    return new ReportPosition(report.attempt(), report.step());
  }

  boolean isBefore(Report report) {
    return compareTo(of(report)) < 0;
  }

  /// The reports of earlier drivers that come after this.
  List<Report> missed(TrackedRun run) {
    return run.earlier().stream().filter(this::isBefore).toList();
  }

  @Override
  public int compareTo(ReportPosition other) {
    return ORDER.compare(this, other);
  }
}
