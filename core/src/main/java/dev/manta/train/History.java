package dev.manta.train;

import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.journal.MetricsRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Every report of a run, as often as it is asked for: read from storage as a stream, never held as
/// a whole.
///
/// A report is rolled back when a later attempt has begun again at or before its step: what it told
/// is not part of the result, but it stays in the history, marked.
public final class History {
  /// A report, as it stands in the history.
  ///
  /// @param rolledBack whether a later attempt has begun again at or before its step
  public record Row(Report report, boolean rolledBack) {}

  private final Iterable<List<Report>> groups;
  private final Supplier<List<String>> problems;

  private History(Iterable<List<Report>> groups, Supplier<List<String>> problems) {
    this.groups = groups;
    this.problems = problems;
  }

  /// The history behind a run's metrics.
  public static History of(MetricsReader reader) {
    return new History(
        () ->
            StreamSupport.stream(reader.groups().spliterator(), false)
                .map(History::reports)
                .iterator(),
        reader::problems);
  }

  /// A history of given reports.
  public static History of(List<Report> reports) {
    return new History(List.of(List.copyOf(reports)), List::of);
  }

  private static List<Report> reports(List<MetricsRow> rows) {
    return rows.stream().map(History::report).toList();
  }

  private static Report report(MetricsRow row) {
    return new Report(
        row.origin().attempt(),
        row.origin().rank(),
        row.step(),
        row.at(),
        Metrics.fromJson(row.metrics()),
        row.checkpoint());
  }

  private Stream<Report> all() {
    return StreamSupport.stream(groups.spliterator(), false).flatMap(Collection::stream);
  }

  /// What of the history cannot be read: segments that are missing, reports that are damaged. Reads
  /// all of it; empty where everything is there.
  public List<String> problems() {
    groups.forEach(_ -> {});
    return problems.get();
  }

  /// All reports in the order in which they were written, with those marked that were rolled back.
  public Stream<Row> rows() {
    Map<Integer, Long> starts = new HashMap<>();
    all().forEach(report -> starts.merge(report.attempt(), report.step(), Math::min));
    Map<Integer, Long> undone = undoneFrom(starts);
    return all().map(report -> new Row(report, isUndone(report, undone)));
  }

  /// For each attempt, the lowest step at which any later attempt began.
  private static Map<Integer, Long> undoneFrom(Map<Integer, Long> starts) {
    Map<Integer, Long> undone = new HashMap<>();
    long lowest = Long.MAX_VALUE;
    for (Map.Entry<Integer, Long> start : new TreeMap<>(starts).descendingMap().entrySet()) {
      undone.put(start.getKey(), lowest);
      lowest = Math.min(lowest, start.getValue());
    }
    return undone;
  }

  private static boolean isUndone(Report report, Map<Integer, Long> undone) {
    return report.step() >= undone.getOrDefault(report.attempt(), Long.MAX_VALUE);
  }

  /// The reports that count: of every step those of its newest attempt.
  public Stream<Report> current() {
    return rows().filter(row -> !row.rolledBack()).map(Row::report);
  }

  /// One report for each step that counts, made of all ranks' reports at that step, in the order of
  /// steps.
  ///
  /// @param reductions how keys are reduced; those that are not named take the lowest rank's value
  public List<Report> reduced(Map<String, ReportReduction> reductions) {
    Map<Long, SortedMap<Integer, Report>> steps = new TreeMap<>();
    current()
        .forEach(
            report ->
                steps
                    .computeIfAbsent(report.step(), _ -> new TreeMap<>())
                    .put(report.rank(), report));
    List<Report> reduced = new ArrayList<>();
    steps.values().forEach(ranks -> reduced.add(reduce(ranks, reductions)));
    return reduced;
  }

  private static Report reduce(
      SortedMap<Integer, Report> ranks, Map<String, ReportReduction> reductions) {
    Report first = ranks.sequencedValues().getFirst();
    List<Metrics> metrics = ranks.values().stream().map(Report::metrics).toList();
    return new Report(
        first.attempt(),
        first.rank(),
        first.step(),
        first.at(),
        ReportReduction.reduce(metrics, reductions),
        first.checkpoint());
  }

  /// Writes all rows as CSV with a header: nested metrics are columns with `/` in their name. A
  /// metric that is named as a column of every row, such as `step`, is the column `metrics/step`.
  public void writeCsv(Appendable out) {
    HistoryExport.csv(this, out);
  }

  /// The column of a metric in a table of rows, where these are all metrics that there are.
  public static String column(String metric, Set<String> metrics) {
    return HistoryExport.header(metric, metrics);
  }

  /// Writes all rows as one JSON object per line.
  public void writeJsonLines(Appendable out) {
    HistoryExport.jsonLines(this, out);
  }
}
