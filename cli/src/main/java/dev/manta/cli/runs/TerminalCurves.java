package dev.manta.cli.runs;

import dev.manta.internal.control.record.RunRecord;
import dev.manta.internal.stored.StoredRun;
import dev.manta.storage.Storages;
import dev.manta.train.History;
import dev.manta.train.Metrics;
import dev.manta.train.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The metrics of a run as curves in a terminal, each step once, reduced over ranks.
final class TerminalCurves {
  private static final int COLUMNS = 72;
  private static final int ROWS = 8;
  private static final int CURVES_MAX = 6;

  private final Map<String, List<BrailleChart.Point>> curves = new LinkedHashMap<>();

  private TerminalCurves(List<Report> reports) {
    for (Report report : reports) {
      Metrics metrics = report.metrics().flat();
      for (String key : metrics.keys()) {
        metrics
            .findNumber(key)
            .ifPresent(
                value ->
                    curves
                        .computeIfAbsent(key, _ -> new ArrayList<>())
                        .add(new BrailleChart.Point(report.step(), value)));
      }
    }
  }

  static TerminalCurves of(StoredRun run) {
    var record =
        new RunRecord(Storages.at(run.location()), run.location(), run.file(), run.state());
    return new TerminalCurves(History.of(record.metrics()).reduced(run.file().reductions()));
  }

  /// The curves of these metrics, or of the first ones where none is named.
  List<String> lines(List<String> names) {
    names.forEach(this::require);
    List<String> lines = new ArrayList<>();
    List<String> shown = names.isEmpty() ? changing().stream().limit(CURVES_MAX).toList() : names;
    for (String name : shown) {
      lines.add("");
      lines.add(name);
      lines.addAll(BrailleChart.lines(curves.getOrDefault(name, List.of()), COLUMNS, ROWS));
    }
    if (names.isEmpty() && shown.size() < curves.size()) {
      lines.add("");
      lines.add("more metrics, which --metric shows: " + rest(shown));
    }
    return curves.isEmpty() ? List.of("the run has reported no numbers") : lines;
  }

  private void require(String name) {
    if (!curves.containsKey(name)) {
      throw new IllegalArgumentException(
          "the run has no metric \"" + name + "\" with numbers; there are " + curves.keySet());
    }
  }

  /// A value that never changes makes no curve.
  private List<String> changing() {
    return curves.entrySet().stream()
        .filter(
            curve ->
                curve.getValue().stream().mapToDouble(BrailleChart.Point::value).distinct().count()
                    > 1)
        .map(Map.Entry::getKey)
        .toList();
  }

  private String rest(List<String> shown) {
    return curves.keySet().stream()
        .filter(name -> !shown.contains(name))
        .collect(Collectors.joining(", "));
  }
}
