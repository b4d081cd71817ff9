package dev.manta.testkit.sim;

import static dev.manta.testkit.sim.Violation.require;

import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.journal.MetricsRow;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.wire.ToController;
import dev.manta.train.RunStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Compares what workers have reported with the history that is read when the run has ended: a
/// report that its worker was told to be kept is there once, as it was made, and in order.
final class ReportAudit {
  private final Script script;
  private final Map<String, List<Said>> said = new HashMap<>();
  private final Map<String, Long> acknowledged = new HashMap<>();
  private final Map<String, Integer> returned = new HashMap<>();
  private final Set<String> lost = new HashSet<>();
  private boolean closed;

  /// What a report was about; a worker's reports are numbered from 1.
  private record Said(int attempt, int rank, long step) {}

  ReportAudit(Script script) {
    this.script = script;
  }

  /// A worker makes a report.
  void said(String worker, int rank, ToController.Report report) {
    List<Said> all = said.computeIfAbsent(worker, _ -> new ArrayList<>());
    all.add(new Said(report.attempt(), rank, report.step()));
    require(
        all.size() == report.sequence(),
        "report %s of %s has number %s",
        all.size(),
        worker,
        report.sequence());
    long kept = acknowledged.getOrDefault(worker, 0L);
    require(
        all.size() - kept <= script.window.reports(),
        "%s has %s reports on their way",
        worker,
        all.size() - kept);
  }

  /// A worker was told that its reports up to this one are durable.
  void acknowledged(String worker, long sequence) {
    acknowledged.merge(worker, sequence, Math::max);
  }

  /// A worker's function has returned in an attempt.
  void returned(String worker, int attempt) {
    returned.put(worker, attempt);
  }

  /// A process is gone; `told` is whether it was asked to end.
  void died(String worker, boolean told) {
    if (!told) {
      lost.add(worker);
    }
  }

  /// The driver has closed its stream of reports, and was not killed while it did.
  void closed() {
    closed = true;
  }

  /// The run has ended.
  ///
  /// @param sealed how many reports are in storage, before those are left out that are there twice
  /// @param open how many are only on the driver's disk
  void ended(RunState state, MetricsReader reader, long sealed, long open) {
    List<MetricsRow> rows = reader.all();
    require(reader.problems().isEmpty(), "reports cannot be read: " + reader.problems());
    Map<String, Long> last = new HashMap<>();
    Set<Said> seen = new HashSet<>();
    rows.forEach(row -> row(row, last, seen));
    require(
        sealed + open == rows.size() || !isSound() || script.disk.isRemote(),
        "%s reports are in the history %s times",
        rows.size(),
        sealed + open);
    acknowledged.forEach((worker, upTo) -> requireAll(worker, upTo, last));
    boolean inPeace = state.status() == RunStatus.FINISHED && closed && isSound();
    require(!inPeace || open == 0, "the run has finished, and storage lacks reports: " + open);
    if (inPeace && script.reportLost == 0) {
      returned.forEach((worker, attempt) -> requireLast(worker, attempt, state.attempt(), last));
    }
  }

  /// Whether nothing keeps a controller from writing reports, or from reading what is written.
  private boolean isSound() {
    return script.soundStorage() && script.diskFails == 0;
  }

  private void row(MetricsRow row, Map<String, Long> last, Set<Said> seen) {
    String worker = row.origin().worker();
    long sequence = row.origin().sequence();
    require(
        sequence == last.getOrDefault(worker, 0L) + 1,
        "report %s of %s comes after report %s",
        sequence,
        worker,
        last.getOrDefault(worker, 0L));
    last.put(worker, sequence);
    var read = new Said(row.origin().attempt(), row.origin().rank(), row.step());
    Said made = said.getOrDefault(worker, List.of()).get((int) sequence - 1);
    require(
        read.equals(made),
        "report %s of %s is in the history as %s, and was %s",
        sequence,
        worker,
        read,
        made);
    require(seen.add(made), "two reports are in the history as " + read);
  }

  private static void requireAll(String worker, long upTo, Map<String, Long> last) {
    require(
        last.getOrDefault(worker, 0L) >= upTo,
        "report %s of %s was acknowledged and is not in the history, which ends with %s",
        upTo,
        worker,
        last.getOrDefault(worker, 0L));
  }

  private void requireLast(String worker, int attempt, int finished, Map<String, Long> last) {
    int made = said.getOrDefault(worker, List.of()).size();
    require(
        attempt != finished || lost.contains(worker) || last.getOrDefault(worker, 0L) == made,
        "the run has finished without the last report of %s: %s, not %s",
        worker,
        last.getOrDefault(worker, 0L),
        made);
  }
}
