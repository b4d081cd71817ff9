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
                    .with("text", i % 7 == 0 ? null : "row " + i))
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
}
