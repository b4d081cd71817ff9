package dev.manta.cli.runs;

import dev.manta.data.Batch;
import dev.manta.data.Dataset;
import dev.manta.data.Format;
import dev.manta.data.Row;
import dev.manta.data.Sink;
import dev.manta.train.History;
import dev.manta.train.Report;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A history as a Parquet file with a column for each metric.
final class ParquetHistory {
  private ParquetHistory() {}

  static void write(History history, Path file) throws IOException {
    Sink sink = sink();
    Set<String> columns = new LinkedHashSet<>();
    history.rows().forEach(row -> columns.addAll(row.report().metrics().flat().keys()));
    List<Row> rows = history.rows().map(row -> row(row, columns)).toList();
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("the run has no reports yet, and so no columns");
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      for (Batch all : Dataset.of(rows).batches(rows.size())) {
        sink.write(all, out);
      }
    }
  }

  private static Sink sink() {
    return ServiceLoader.load(Format.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(format -> format.name().equals("parquet"))
        .findFirst()
        .flatMap(Format::sink)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Parquet is written by the module manta-formats, which is not on the class"
                        + " path; use --csv or --json"));
  }

  private static Row row(History.Row row, Set<String> columns) {
    Report report = row.report();
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("attempt", report.attempt());
    values.put("rank", report.rank());
    values.put("step", report.step());
    values.put("at", report.at().toString());
    values.put("rolled_back", row.rolledBack());
    values.put("checkpoint", report.checkpoint().orElse(""));
    Map<String, Object> metrics = report.metrics().flat().asMap();
    columns.forEach(
        metric -> values.put(History.column(metric, columns), number(metrics.get(metric))));
    return Row.of(values);
  }

  /// A metric is sometimes 1 and sometimes 0.5: one type for both.
  private static @Nullable Object number(@Nullable Object value) {
    return value instanceof Number number ? (Object) number.doubleValue() : value;
  }
}
