package dev.manta.bench.dashboard;

import dev.manta.bench.Scratch;
import dev.manta.bench.Statistics;
import dev.manta.error.MantaException;
import dev.manta.internal.journal.MetricsListener;
import dev.manta.internal.journal.MetricsRowEncoder;
import dev.manta.internal.journal.MetricsStream;
import dev.manta.internal.journal.Origin;
import dev.manta.spi.json.Json;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// How long after a report a page has the curve with it: it is told that there is something new,
/// and asks for it.
record ToldPages(StoredExamples examples) {
  private static final int REPORTS = 40;
  private static final String PREFIX = "data: ";

  double median() throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      Path run = scratch.path().resolve("live");
      examples.runWithoutMetrics(run);
      // A run whose log ends with its end is looked at once a second.
      Files.delete(lastRecord(run));
      Files.writeString(run.resolve("run.lock"), String.valueOf(ProcessHandle.current().pid()));
      try (OpenedDashboard opened = OpenedDashboard.of(scratch.path())) {
        return median(opened, run);
      }
    }
  }

  private static Path lastRecord(Path run) throws IOException {
    try (var records = Files.list(run.resolve("control"))) {
      return records.sorted().reduce((_, next) -> next).orElseThrow();
    }
  }

  private static double median(OpenedDashboard opened, Path run)
      throws IOException, InterruptedException {
    Location at = Location.of(run);
    HttpResponse<InputStream> events =
        opened
            .client()
            .send(
                opened.request("/api/runs/live/events"), HttpResponse.BodyHandlers.ofInputStream());
    double[] millis = new double[REPORTS];
    var encoder = new MetricsRowEncoder();
    try (var stream =
            MetricsStream.open(Storages.at(at), at, run.resolve("open-metrics"), new Quiet());
        var lines =
            new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
      awaitRows(lines, 0);
      for (int i = 1; i <= REPORTS; i++) {
        long begin = System.nanoTime();
        var stamp = new MetricsRowEncoder.Stamp(i, 0, System.currentTimeMillis());
        stream.append(
            encoder.encode(
                new Origin(1, 0, "w0", i),
                stamp,
                StoredExamples.values(i, StoredExamples.METRICS),
                ""));
        awaitRows(lines, i);
        opened.millis("/api/runs/live/curves?metric=metric-0");
        millis[i - 1] = (System.nanoTime() - begin) / 1e6;
      }
    }
    return Statistics.median(millis);
  }

  private static void awaitRows(BufferedReader lines, long rows) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(PREFIX)
          && Json.parse(line.substring(PREFIX.length())).asObject().get("rows").asLong() >= rows) {
        return;
      }
    }
    throw new IOException("the events have ended");
  }

  /// A listener of a stream that has no trouble.
  private static final class Quiet implements MetricsListener {
    @Override
    public void durable(long position) {}

    @Override
    public void failed(MantaException cause) {
      throw cause;
    }

    @Override
    public void broken(MantaException cause) {
      throw cause;
    }

    @Override
    public void warning(String message) {
      throw new IllegalStateException(message);
    }

    @Override
    public boolean takenOver() {
      return false;
    }

    @Override
    public void deposed() {
      throw new IllegalStateException("another process writes these metrics");
    }
  }
}
