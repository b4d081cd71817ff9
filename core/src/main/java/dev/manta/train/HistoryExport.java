package dev.manta.train;

import dev.manta.spi.json.JsonBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Histories as text for other programs.
final class HistoryExport {
  private static final List<String> FIXED =
      List.of("attempt", "rank", "step", "at", "rolled_back", "checkpoint");

  /// Before the name of a metric that a column of every row has too.
  private static final String PREFIX = "metrics/";

  private HistoryExport() {}

  static void csv(History history, Appendable out) {
    Set<String> columns = new LinkedHashSet<>();
    history.rows().forEach(row -> columns.addAll(row.report().metrics().flat().keys()));
    StringBuilder header = new StringBuilder(String.join(",", FIXED));
    columns.forEach(column -> header.append(',').append(quoted(header(column, columns))));
    write(out, header.append("\r\n"));
    history.rows().forEach(row -> write(out, csvLine(row, columns)));
  }

  /// A metric's column, with a name that no other column has.
  static String header(String metric, Set<String> metrics) {
    String name = metric;
    while (FIXED.contains(name) || (!name.equals(metric) && metrics.contains(name))) {
      name = PREFIX + name;
    }
    return name;
  }

  private static StringBuilder csvLine(History.Row row, Set<String> columns) {
    Report report = row.report();
    StringBuilder line = new StringBuilder();
    line.append(report.attempt()).append(',').append(report.rank());
    line.append(',').append(report.step()).append(',').append(report.at());
    line.append(',').append(row.rolledBack()).append(',');
    line.append(quoted(report.checkpoint().orElse("")));
    Map<String, Object> values = report.metrics().flat().asMap();
    for (String column : columns) {
      line.append(',').append(quoted(String.valueOf(values.getOrDefault(column, ""))));
    }
    return line.append("\r\n");
  }

  private static String quoted(String field) {
    boolean plain =
        field.indexOf(',') < 0
            && field.indexOf('"') < 0
            && field.indexOf('\n') < 0
            && field.indexOf('\r') < 0;
    return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }

  static void jsonLines(History history, Appendable out) {
    JsonBytes line = new JsonBytes();
    history
        .rows()
        .forEach(
            row -> {
              line.clear();
              jsonLine(row, line);
              write(out, line.toString());
            });
  }

  private static void jsonLine(History.Row row, JsonBytes line) {
    Report report = row.report();
    line.ascii("{\"attempt\":").number(report.attempt());
    line.ascii(",\"rank\":").number(report.rank());
    line.ascii(",\"step\":").number(report.step());
    line.ascii(",\"at\":").string(report.at().toString());
    line.ascii(",\"rolledBack\":").ascii(row.rolledBack() ? "true" : "false");
    line.ascii(",\"metrics\":");
    report.metrics().writeTo(line);
    report.checkpoint().ifPresent(name -> line.ascii(",\"checkpoint\":").string(name));
    line.ascii("}\n");
  }

  private static void write(Appendable out, CharSequence text) {
    try {
      out.append(text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the history", e);
    }
  }
}
