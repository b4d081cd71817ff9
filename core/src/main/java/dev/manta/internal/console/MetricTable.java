package dev.manta.internal.console;

import dev.manta.train.Metrics;
import dev.manta.train.Report;
import java.util.ArrayList;
import java.util.List;

/// Reports as rows, metrics as columns; columns that do not fit are left out.
final class MetricTable {
  private static final int GAP = 2;
  private static final int VALUE_WIDTH = 9;

  private final List<String> columns;
  private final int width;

  MetricTable(List<String> columns, int width) {
    this.columns = fitting(columns, width);
    this.width = width;
  }

  private static List<String> fitting(List<String> columns, int width) {
    List<String> fitting = new ArrayList<>();
    int used = VALUE_WIDTH;
    for (String column : columns) {
      used += GAP + columnWidth(column);
      if (used > width) {
        break;
      }
      fitting.add(column);
    }
    return fitting;
  }

  private static int columnWidth(String column) {
    return Math.max(VALUE_WIDTH, column.length());
  }

  String header() {
    var line = new StringBuilder(TerminalLines.padLeft("step", VALUE_WIDTH));
    columns.forEach(name -> cell(line, name, ReadableNumbers.value(name)));
    return TerminalLines.cut(line.toString(), width);
  }

  String row(Report report) {
    Metrics metrics = report.metrics();
    var line = new StringBuilder(TerminalLines.padLeft(String.valueOf(report.step()), VALUE_WIDTH));
    columns.forEach(
        name -> cell(line, name, metrics.find(name).map(ReadableNumbers::value).orElse("")));
    return TerminalLines.cut(line.toString(), width);
  }

  private static void cell(StringBuilder line, String column, String text) {
    line.append(" ".repeat(GAP)).append(TerminalLines.padLeft(text, columnWidth(column)));
  }
}
