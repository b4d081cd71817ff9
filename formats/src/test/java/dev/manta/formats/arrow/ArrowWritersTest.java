package dev.manta.formats.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What other programs make of Arrow's freedom: dictionaries that change within a stream
/// (`src/test/python/arrow.py`), files as Polars lays them out (`src/test/python/polars_ipc.py`).
@Timeout(60)
class ArrowWritersTest {
  private static final Path RESOURCES = Path.of("src/test/resources");

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
}
