package dev.manta.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Folders whose files were written over the years.
@Timeout(300)
class ParquetColumnsTest {
  @TempDir Path directory;

  private void write(String name, Object... values) {
    Dataset.of(List.of(Row.of(values)))
        .write(ParquetSink.zstd(), directory.resolve(name).toString());
  }

  @Test
  void everyBatchHasTheColumnsOfAllFiles() {
    write("a", "x", 1, "z", 1.5f);
    write("b", "y", "new", "x", 5_000_000_000L);
    write("c", "x", 3);
    Dataset all = Dataset.parquet(directory.toString());
    for (int rows = 1; rows < 4; rows++) {
      try (Batches<Batch> batches = all.batches(rows)) {
        for (Batch batch : batches) {
          assertThat(batch.schema()).hasToString("x i64, z f32, y text");
        }
      }
    }
    assertThat(all.takeAll())
        .hasToString(
            "[{x=1, z=1.5, y=null}, {x=5000000000, z=null, y=new}, {x=3, z=null, y=null}]");
    assertThat(all.select("y").sort("y").takeAll()).hasToString("[{y=new}, {y=null}, {y=null}]");
    assertThat(all.shuffleWindow(10, 1).schema()).hasToString("x i64, z f32, y text");
  }

  @Test
  void typesThatDoNotFitAreNamedWithTheirFiles() {
    write("a", "x", 1);
    write("b", "x", "one");
    assertThatThrownBy(() -> Dataset.parquet(directory.toString()).takeAll())
        .hasMessageContaining("column \"x\" is i32 in ")
        .hasMessageContaining("a/part-00000.parquet and text in ")
        .hasMessageContaining("b/part-00000.parquet");
  }

  @Test
  void decimalsOfTooManyDigitsAreRefusedByNameWhereTheyAreAskedFor() {
    Dataset wide = Dataset.parquet("src/test/resources/parquet-refused/decimal-256.parquet");
    assertThatThrownBy(wide::schema)
        .hasMessageContaining(
            "decimal-256.parquet: column \"wide\" has decimals of 50 digits, of which no more than 38");
    assertThat(wide.select("id").takeAll()).hasToString("[{id=1}, {id=2}]");
  }

  @Test
  void aFolderWithAFileWithoutRowsIsMappedAndSorted() {
    write("a", "x", 2L);
    Dataset.range(3)
        .rename("id", "x")
        .filter(_ -> false)
        .write(ParquetSink.zstd(), directory.resolve("b").toString());
    Dataset all = Dataset.parquet(directory.toString());
    assertThat(all.map(row -> row.with("y", 1)).sort("y").takeAll()).hasToString("[{x=2, y=1}]");
    assertThat(Dataset.parquet(directory.resolve("b").toString()).schema()).hasToString("x i64");
  }
}
