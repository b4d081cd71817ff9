package dev.manta.formats.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.data.Sink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What other programs make of Arrow's freedom: dictionaries that change within a stream
/// (`src/test/python/arrow.py`), files as Polars lays them out (`src/test/python/polars_ipc.py`).
@Timeout(300)
class ArrowWritersTest {
  private static final Path RESOURCES = Path.of("src/test/resources");

  @TempDir Path directory;

  private static List<@Nullable Object> kinds(String file) {
    List<@Nullable Object> all = new ArrayList<>();
    for (Row row : Dataset.read("arrow", RESOURCES.resolve(file).toString()).takeAll()) {
      all.add(row.value("kind"));
    }
    return all;
  }

  @Test
  void aRecordBatchKeepsTheDictionaryThatALaterOneReplaces() {
    assertThat(kinds("arrow-writers/replaced-stream.arrow"))
        .containsExactly("a", "b", null, "c", "e", "d", "e", "a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"delta-stream", "delta-file"})
  void aDictionaryThatComesInPiecesIsJoined(String name) {
    assertThat(kinds("arrow-writers/" + name + ".arrow"))
        .containsExactly("a", "b", null, "c", "d", "a", "e", "a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"uncompressed", "lz4", "zstd", "stream"})
  void whatPolarsWritesIsRead(String name) {
    Path file = RESOURCES.resolve("arrow-polars").resolve(name + ".arrow");
    List<String> rows =
        Dataset.read("arrow", file.toString()).takeAll().stream()
            .map(row -> Arrays.deepToString(row.toMap().values().toArray()))
            .toList();
    assertThat(rows)
        .containsExactly(
            "[1, a, [1, 2], x, low, true, null, [0, 1], 1, y, 2024-01-02, 2024-01-02T03:04:05.000006, 1.25]",
            "[2, null, [], null, high, null, null, [], null, z, null, null, null]",
            "[3, a text that is too long for its view, null, x, low, false, null, null, null, null, 1969-12-31, 1960-01-01T00:00, -0.50]");
  }

  @Test
  void blocksOfLz4ThatReferToEachOtherAreUnpacked() {
    long[] next = {0};
    Dataset numbers =
        Dataset.read("arrow", RESOURCES.resolve("arrow-polars/blocks.arrow").toString());
    try (Batches<Batch> batches = numbers.batches(1 << 16)) {
      for (Batch batch : batches) {
        for (long number : batch.longs("number")) {
          assertThat(number).isEqualTo(next[0]++ % 1000);
        }
      }
    }
    assertThat(next[0]).isEqualTo(200_000);
  }

  @Test
  void datesInMillisecondsAreDatesAsInParquet() {
    Dataset dates =
        Dataset.read("arrow", RESOURCES.resolve("arrow-writers/date64.arrow").toString());
    assertThat(dates.schema()).hasToString("day date");
    assertThat(dates.takeAll()).hasToString("[{day=2024-02-29}, {day=null}, {day=1969-12-31}]");
  }

  @Test
  void aDateThatNoCountOfDaysHoldsIsRefusedUnlessItIsNull() {
    String there = RESOURCES.resolve("arrow-writers/date64-beyond.arrow").toString();
    assertThatThrownBy(() -> Dataset.read("arrow", there).takeAll())
        .hasMessageContaining("row 0 has a date that is 53375995583 days from 1970");
    String none = RESOURCES.resolve("arrow-writers/date64-beyond-null.arrow").toString();
    assertThat(Dataset.read("arrow", none).takeAll()).hasToString("[{day=null}]");
  }

  /// The schema's table as Manta writes it: how its two fields lie, then a pointer to the columns,
  /// then the order of bytes.
  private static void turnAround(byte[] file) {
    byte[] table = {8, 0, 10, 0, 8, 0, 4, 0, 8, 0, 0, 0};
    for (int at = 0; at + table.length + 4 < file.length; at++) {
      if (Arrays.equals(file, at, at + table.length, table, 0, table.length)) {
        file[at + table.length + 4] = 1;
      }
    }
  }

  private static byte[] bytes(Path directory) throws IOException {
    try (Stream<Path> files =
        Files.list(directory).filter(file -> file.toString().contains("part-"))) {
      return Files.readAllBytes(files.findFirst().orElseThrow());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stream", "file"})
  void numbersWhoseHighBytesComeFirstAreRefused(String kind) throws IOException {
    Sink sink = kind.equals("file") ? ArrowSink.file() : ArrowSink.stream();
    Dataset.range(3).write(sink, directory.resolve(kind).toString());
    byte[] bytes = bytes(directory.resolve(kind));
    turnAround(bytes);
    Path turned = Files.write(directory.resolve("turned.arrow"), bytes);
    assertThatThrownBy(() -> Dataset.read("arrow", turned.toString()).takeAll())
        .hasMessageContaining("turned.arrow")
        .hasMessageContaining("big-endian");
  }
}
