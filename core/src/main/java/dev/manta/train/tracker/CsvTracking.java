package dev.manta.train.tracker;

import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/// The CSV file of one run. When a metric first appears, the file is written again with one more
/// column.
final class CsvTracking implements Tracker.Tracking {
  private static final List<String> FIXED = List.of("attempt", "step", "at");

  private final Path path;
  private final List<String> columns = new ArrayList<>();
  private LineFile file;
  private ReportPosition written;

  private CsvTracking(Path path, LineFile file) throws IOException {
    this.path = path;
    this.file = file;
    this.written = ReportPosition.START;
    if (file.last().isEmpty()) {
      file.append(CsvLine.of(FIXED));
    } else {
      readEarlier(file.last().get());
    }
  }

  static CsvTracking open(Path path, TrackedRun run) throws IOException {
    LineFile file = LineFile.open(path);
    try {
      var tracking = new CsvTracking(path, file);
      tracking.written.missed(run).forEach(tracking::report);
      return tracking;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private void readEarlier(String last) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(path)) {
      List<String> header = CsvLine.fields(String.valueOf(reader.readLine()));
      if (header.size() < FIXED.size() || !header.subList(0, FIXED.size()).equals(FIXED)) {
        throw new IOException(
            path + " is not a file of a run's reports, which begins with " + CsvLine.of(FIXED));
      }
      columns.addAll(header.subList(FIXED.size(), header.size()));
    }
    List<String> fields = CsvLine.fields(last);
    if (!fields.getFirst().equals(FIXED.getFirst())) {
      written = new ReportPosition(Integer.parseInt(fields.get(0)), Long.parseLong(fields.get(1)));
    }
  }

  @Override
  public void report(Report report) {
    if (written.isBefore(report)) {
      try {
        write(report);
        written = ReportPosition.of(report);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write " + path, e);
      }
    }
  }

  private void write(Report report) throws IOException {
    Metrics metrics = report.metrics().flat();
    List<String> more =
        metrics.keys().stream().filter(key -> !columns.contains(column(key))).toList();
    if (!more.isEmpty()) {
      widen(more);
    }
    List<String> fields = new ArrayList<>();
    fields.add(String.valueOf(report.attempt()));
    fields.add(String.valueOf(report.step()));
    fields.add(report.at().toString());
    for (String column : columns) {
      fields.add(metrics.find(metric(column)).map(String::valueOf).orElse(""));
    }
    file.append(CsvLine.of(fields));
  }

  /// A metric that is named as a column of every line has another name here.
  private static String column(String metric) {
    return FIXED.contains(metric) ? "metrics/" + metric : metric;
  }

  private static String metric(String column) {
    String rest = column.startsWith("metrics/") ? column.substring("metrics/".length()) : column;
    return FIXED.contains(rest) ? rest : column;
  }

  /// The old file stays until the new one is whole.
  private void widen(List<String> metrics) throws IOException {
    metrics.forEach(metric -> columns.add(column(metric)));
    file.close();
    Path wider = path.resolveSibling(path.getFileName() + ".wider");
    try (BufferedReader from = Files.newBufferedReader(path);
        BufferedWriter to = Files.newBufferedWriter(wider)) {
      List<String> header = new ArrayList<>(FIXED);
      header.addAll(columns);
      to.write(CsvLine.of(header) + "\n");
      from.readLine();
      String none = ",".repeat(metrics.size());
      for (String line = from.readLine(); line != null; line = from.readLine()) {
        to.write(line + none + "\n");
      }
    }
    Files.move(wider, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    file = LineFile.open(path);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
