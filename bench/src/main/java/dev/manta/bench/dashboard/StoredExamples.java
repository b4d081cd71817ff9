package dev.manta.bench.dashboard;

import dev.manta.Trainer;
import dev.manta.internal.journal.MetricsRowEncoder;
import dev.manta.internal.journal.Origin;
import dev.manta.spi.json.JsonBytes;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Runs to look at: one is really made, the others are copies of its files, some with metrics of
/// their own.
final class StoredExamples {
  static final int METRICS = 10;

  /// As large as a run seals its own at the latest.
  private static final int SEGMENT_BYTES = 8 << 20;

  /// Disks allow some ten thousand links to one file.
  private static final int LINKS_MAX = 30_000;

  private final Path origin;

  private StoredExamples(Path origin) {
    this.origin = origin;
  }

  record Config(double lr) {}

  static void train(TrainContext<Config> ctx) {
    ctx.report(Metrics.of("loss", ctx.config().lr()));
  }

  /// @param directory where the run lies that is copied
  static StoredExamples make(Path directory) {
    Trainer.of(StoredExamples::train, new Config(0.1))
        .scaling(ScalingConfig.inProcess(1))
        .run(RunConfig.named("origin").storage(directory.toString()).quiet())
        .fit();
    return new StoredExamples(directory.resolve("origin"));
  }

  /// So many runs: their files are links to the same ones, as only their number counts. Of the
  /// control log the last record is enough, which has the whole state.
  void runs(Path storage, int count) throws IOException {
    List<Path> files =
        List.of(Path.of("run.json"), last(Path.of("control")), last(Path.of("metrics")));
    Files.createDirectories(storage);
    Path linked = origin;
    for (int i = 0; i < count; i++) {
      Path run = Files.createDirectory(storage.resolve(String.format(Locale.ROOT, "run-%06d", i)));
      Files.createDirectory(run.resolve("control"));
      Files.createDirectory(run.resolve("metrics"));
      boolean copies = i % LINKS_MAX == 0;
      for (Path file : files) {
        if (copies) {
          Files.copy(origin.resolve(file), run.resolve(file));
        } else {
          Files.createLink(run.resolve(file), linked.resolve(file));
        }
      }
      linked = copies ? run : linked;
    }
  }

  private Path last(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(origin.resolve(directory))) {
      return origin.relativize(files.max(Comparator.naturalOrder()).orElseThrow());
    }
  }

  /// A run with so many reports.
  ///
  /// @param metrics how many metrics each of them has
  void reports(Path storage, String name, int rows, int metrics) throws IOException {
    Path run = storage.resolve(name);
    runWithoutMetrics(run);
    Path segments = Files.createDirectories(run.resolve("metrics"));
    var encoder = new MetricsRowEncoder();
    var segment = new JsonBytes(2 * SEGMENT_BYTES);
    int number = 1;
    for (int step = 1; step <= rows; step++) {
      var stamp = new MetricsRowEncoder.Stamp(step, 0, 1_700_000_000_000L + step);
      JsonBytes row =
          encoder.encode(new Origin(1, 0, "w0", step), stamp, values(step, metrics), "");
      segment.raw(row.array(), 0, row.length()).raw('\n');
      if (segment.length() >= SEGMENT_BYTES || step == rows) {
        String file = String.format(Locale.ROOT, "%012d.jsonl", number++);
        Files.write(segments.resolve(file), segment.toByteArray());
        segment.clear();
      }
    }
  }

  private void runWithoutMetrics(Path run) throws IOException {
    Files.createDirectories(run.resolve("control"));
    Files.copy(origin.resolve("run.json"), run.resolve("run.json"));
    try (Stream<Path> records = Files.list(origin.resolve("control"))) {
      for (Path record : records.toList()) {
        Files.copy(record, run.resolve("control").resolve(record.getFileName()));
      }
    }
  }

  private static byte[] values(int step, int metrics) {
    var out = new StringBuilder("{");
    for (int metric = 0; metric < metrics; metric++) {
      double value = Math.exp(-step / 1e5) + 0.01 * Math.sin(step * (metric + 1.7));
      out.append(metric == 0 ? "" : ",")
          .append("\"metric-")
          .append(metric)
          .append("\":")
          .append((float) value);
    }
    return out.append('}').toString().getBytes(StandardCharsets.UTF_8);
  }
}
