package dev.manta.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rows of columnar files in random order, moved column by column: those of a row stay together.
class WindowShuffleTest {
  private static final int ROWS = 120_000;

  @TempDir private static Path directory;

  @BeforeAll
  static void write() {
    Dataset.generate(
            ROWS,
            i ->
                Row.of("id", i)
                    .with("small", (int) (i % 1000))
                    .with("half", (float) i / 2)
                    .with("text", i % 7 == 0 ? null : "row " + i)
                    .with("late", i >= 80_000 && i % 5 == 0 ? null : (int) i))
        .repartition(40_000)
        .write(
            new ParquetSink(ParquetSink.Codec.SNAPPY, 40_000),
            directory.resolve("data").toString());
  }

  private static Dataset stored() {
    return Dataset.parquet(directory.resolve("data").toString());
  }

  @Test
  void everyRowComesOnceAndWhole() {
    Set<Long> seen = new HashSet<>();
    List<Long> order = new ArrayList<>();
    try (Batches<Batch> batches = stored().shuffleWindow(80_000, 3).batches(4096)) {
      for (Batch batch : batches) {
        for (int i = 0; i < batch.rows(); i++) {
          Row row = batch.row(i);
          long id = row.whole("id");
          assertThat(row.whole("small")).isEqualTo(id % 1000);
          assertThat(row.real("half")).isEqualTo((float) id / 2);
          assertThat(row.value("text")).isEqualTo(id % 7 == 0 ? null : "row " + id);
          assertThat(seen.add(id)).isTrue();
          order.add(id);
        }
      }
    }
    assertThat(seen).hasSize(ROWS);
    assertThat(order).isNotEqualTo(order.stream().sorted().toList());
  }

  @Test
  void columnsComeInTheOrderThatWasAskedFor() {
    Dataset chosen = stored().select("half", "text", "id").shuffleWindow(80_000, 3);
    assertThat(chosen.schema().names()).containsExactly("half", "text", "id");
    Row first = chosen.take(1).getFirst();
    assertThat(first.real("half")).isEqualTo((float) first.whole("id") / 2);
  }

  @Test
  void numbersThatAreMovedTogetherStayTogether() {
    Set<Double> seen = new HashSet<>();
    Dataset pairs = stored().select("small", "half").shuffleWindow(80_000, 5);
    for (Row row : pairs.takeAll()) {
      assertThat(row.whole("small")).isEqualTo((long) (row.real("half") * 2) % 1000);
      assertThat(seen.add(row.real("half"))).isTrue();
    }
    assertThat(seen).hasSize(ROWS);
  }

  /// Whichever row group of a window comes first.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void nullsInOneOfTheRowGroupsStayWhereTheyAre(long seed) {
    Set<Object> seen = new HashSet<>();
    int nulls = 0;
    for (Row row : stored().select("late").shuffleWindow(80_000, seed).takeAll()) {
      Object value = row.value("late");
      nulls += value == null ? 1 : 0;
      assertThat(value == null || seen.add(value)).isTrue();
    }
    assertThat(nulls).isEqualTo(8_000);
    assertThat(seen).hasSize(ROWS - 8_000).doesNotContain(80_005, 119_995);
  }
}
