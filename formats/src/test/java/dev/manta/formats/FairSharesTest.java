package dev.manta.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.CsvOptions;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.data.Sink;
import dev.manta.formats.parquet.ParquetSink;
import dev.manta.internal.data.pass.RankShard;
import dev.manta.internal.data.pass.ShardPosition;
import dev.manta.internal.data.plan.DatasetSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A dataset of one small file is shared out evenly, in whatever format it is.
@Timeout(300)
class FairSharesTest {
  private static final int ROWS = 7_995;

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private static Path directory;

  @BeforeAll
  static void makeFiles() throws IOException {
    Dataset rows = Dataset.range(ROWS).repartition(ROWS).map(FairSharesTest::widened);
    rows.write(Sink.csv(), directory.resolve("csv").toString());
    rows.write(Sink.jsonLines(), directory.resolve("jsonl").toString());
    rows.write(ParquetSink.snappy(), directory.resolve("parquet").toString());
    Files.createDirectories(directory.resolve("gzip"));
    try (var out =
        new GZIPOutputStream(Files.newOutputStream(directory.resolve("gzip/rows.csv.gz")))) {
      Files.copy(onlyFile("csv"), out);
    }
    Files.createDirectories(directory.resolve("tar"));
    Files.write(directory.resolve("tar/rows.tar"), tar());
  }

  static Row widened(Row row) {
    long id = row.whole("id");
    return row.with("text", "x".repeat((int) (id % 97))).with("half", id / 2.0);
  }

  private static Path onlyFile(String format) throws IOException {
    try (var files = Files.list(directory.resolve(format))) {
      return files
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .findFirst()
          .orElseThrow();
    }
  }

  /// An archive of one small file for each row.
  private static byte[] tar() {
    var out = new ByteArrayOutputStream();
    for (int id = 0; id < ROWS; id++) {
      byte[] body = Integer.toString(id).getBytes(StandardCharsets.US_ASCII);
      out.writeBytes(header(String.format(Locale.ROOT, "s%06d.id", id), body.length));
      out.writeBytes(Arrays.copyOf(body, 512));
    }
    out.writeBytes(new byte[1024]);
    return out.toByteArray();
  }

  private static byte[] header(String name, int size) {
    byte[] header = new byte[512];
    put(header, 0, name);
    put(header, 100, "0000644\0000000000\0000000000\000");
    put(header, 124, String.format(Locale.ROOT, "%011o\00000000000000\000", size));
    put(header, 156, "0");
    put(header, 257, "ustar\00000");
    put(header, 148, "        ");
    int sum = 0;
    for (byte each : header) {
      sum += each & 0xFF;
    }
    put(header, 148, String.format(Locale.ROOT, "%06o\000 ", sum));
    return header;
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  private static Dataset dataset(String format) {
    String path = directory.resolve(format).toString();
    return switch (format) {
      case "csv", "gzip" -> Dataset.csv(path);
      case "jsonl" -> Dataset.jsonLines(path);
      case "tar" -> Dataset.read("webdataset", path);
      default -> Dataset.read(format, path);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "csv, 2",
    "csv, 3",
    "csv, 8",
    "jsonl, 2",
    "jsonl, 3",
    "jsonl, 8",
    "parquet, 2",
    "parquet, 3",
    "parquet, 8",
    "gzip, 2",
    "gzip, 3",
    "gzip, 8",
    "tar, 2",
    "tar, 3",
    "tar, 8"
  })
  void everyRankGetsAsManyRowsOfOneSmallFile(String format, int ranks) throws Exception {
    List<Long> rows = rowsByRank(dataset(format), ranks);
    System.out.printf("%s, %s ranks: %s%n", format, ranks, rows);
    assertThat(rows.stream().mapToLong(Long::longValue).sum()).isEqualTo(ROWS);
    assertThat(rows)
        .allSatisfy(each -> assertThat(each).isBetween(fair(ranks, 0.99), fair(ranks, 1.01)));
  }

  @Test
  void whatNobodySelectedMayBeAnything() throws Exception {
    String path = directory.resolve("csv").toString();
    Dataset ids = Dataset.csv(CsvOptions.defaults().type("half", "i64"), path).select("id");
    assertThat(rowsByRank(ids, 3)).containsExactly(2665L, 2665L, 2665L);
  }

  private static long fair(int ranks, double factor) {
    return Math.round(factor * ROWS / ranks);
  }

  private static List<Long> rowsByRank(Dataset dataset, int ranks) throws Exception {
    String spec = dataset.spec(DataConfig.split()).text();
    Meeting meeting = Meeting.of(ranks);
    List<Callable<Long>> work = new ArrayList<>();
    for (int i = 0; i < ranks; i++) {
      int rank = i;
      var position =
          new ShardPosition(rank, ranks, ranks, mine -> meeting.exchange(rank, mine), () -> {});
      work.add(() -> rows(DatasetSpec.parse(spec), position));
    }
    List<Long> rows = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(ranks)) {
      for (Future<Long> each : threads.invokeAll(work, 50, TimeUnit.SECONDS)) {
        rows.add(each.get());
      }
    }
    return rows;
  }

  private static long rows(DatasetSpec spec, ShardPosition position) {
    long rows = 0;
    try (var shard = new RankShard("train", spec, position)) {
      for (Batch batch : shard.batches(BatchOptions.rows(64))) {
        rows += batch.isPadding() ? 0 : batch.rows();
      }
    }
    return rows;
  }
}
