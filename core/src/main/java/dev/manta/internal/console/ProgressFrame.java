package dev.manta.internal.console;

import dev.manta.train.Report;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate.WorkerState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// One picture of a run: a few lines that fit the terminal.
///
/// @param columns how wide the terminal is
/// @param rows how high the terminal is
record ProgressFrame(Colours paint, int columns, int rows) {
  private static final int TABLE_ROWS_MAX = 8;
  private static final int LINES_BESIDES_TABLE = 7;
  private static final int WORKERS_SHOWN_MAX = 8;
  private static final int BAR = 24;

  List<String> lines(RunProgress progress, Instant now) {
    List<String> lines = new ArrayList<>();
    lines.add(title(progress, now));
    if (!progress.reason().isBlank() && progress.status() != RunStatus.RUNNING) {
      lines.add("  " + paint.dim(TerminalLines.clean(progress.reason())));
    }
    lines.addAll(table(progress));
    addSteps(lines, progress);
    addWorkers(lines, progress);
    return lines.stream().map(line -> TerminalLines.cut(line, columns - 1)).toList();
  }

  private String title(RunProgress progress, Instant now) {
    String attempt = progress.attempt() > 1 ? "  attempt " + progress.attempt() : "";
    Duration elapsed = Duration.between(progress.started(), now);
    return paint.bold(progress.run())
        + "  "
        + paint.status(progress.status())
        + attempt
        + "  "
        + ReadableNumbers.time(elapsed);
  }

  /// The newest reports.
  List<String> table(RunProgress progress) {
    int room = Math.min(TABLE_ROWS_MAX, rows - LINES_BESIDES_TABLE);
    List<Report> shown = progress.rows(Math.max(1, room));
    if (shown.isEmpty()) {
      return List.of();
    }
    var table = new MetricTable(progress.columns(), columns - 1);
    List<String> lines = new ArrayList<>();
    lines.add(paint.dim(table.header()));
    shown.forEach(report -> lines.add(table.row(report)));
    return lines;
  }

  private void addSteps(List<String> lines, RunProgress progress) {
    if (progress.last().isEmpty()) {
      return;
    }
    List<String> parts = new ArrayList<>();
    progress.share().ifPresent(share -> parts.add(bar(share)));
    progress
        .stepsPerSecond()
        .ifPresent(speed -> parts.add(ReadableNumbers.fraction(speed) + " steps/s"));
    parts.add(ReadableNumbers.count(progress.reports(), "report"));
    progress.checkpoint().ifPresent(name -> parts.add("saved " + name));
    lines.add("  " + String.join("  ", parts));
  }

  private String bar(double share) {
    int done = (int) Math.round(share * BAR);
    String percent = String.format(Locale.ROOT, "%3.0f%%", share * 100);
    return "[" + "#".repeat(done) + "-".repeat(BAR - done) + "] " + percent;
  }

  private void addWorkers(List<String> lines, RunProgress progress) {
    List<WorkerState> workers = progress.workers();
    if (!workers.isEmpty()) {
      lines.add("  " + (workers.size() > WORKERS_SHOWN_MAX ? counted(workers) : each(workers)));
    }
  }

  private static String each(List<WorkerState> workers) {
    return workers.stream()
        .map(worker -> "rank " + worker.rank() + " " + worker.state())
        .collect(Collectors.joining("   "));
  }

  private static String counted(List<WorkerState> workers) {
    Map<String, Integer> states = new TreeMap<>();
    workers.forEach(worker -> states.merge(worker.state(), 1, Integer::sum));
    return workers.size()
        + " workers: "
        + states.entrySet().stream()
            .map(state -> state.getValue() + " " + state.getKey())
            .collect(Collectors.joining(", "));
  }
}
