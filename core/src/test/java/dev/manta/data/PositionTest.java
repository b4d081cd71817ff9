package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A position is one in the rows that it was taken in.
class PositionTest {
  @TempDir Path directory;

  @BeforeEach
  void someRows() throws IOException {
    Files.writeString(directory.resolve("a.csv"), "a\n1\n2\n3\n4\n");
  }

  private Dataset rows() {
    return Dataset.csv(directory + "/a.csv");
  }

  private static Cursor afterOneBatch(Dataset dataset) {
    Shard shard = dataset.shard();
    try (Batches<Batch> batches = shard.batches(2)) {
      batches.iterator().next();
      return shard.cursor();
    }
  }

  @Test
  void isGoodInTheSameFiles() {
    Shard shard = rows().shard();
    shard.seek(afterOneBatch(rows()));

    List<Row> rest = new ArrayList<>();
    shard.batches(2).forEach(batch -> rest.addAll(batch.toRows()));
    assertThat(rest).hasToString("[{a=3}, {a=4}]");
  }

  @Test
  void isRefusedInAFileThatChanged() throws IOException {
    Cursor rows = afterOneBatch(rows());
    Cursor sorted = afterOneBatch(rows().sort("a"));
    Files.writeString(directory.resolve("a.csv"), "a\n0\n1\n2\n3\n4\n");

    assertThatThrownBy(() -> rows().shard().seek(rows)).hasMessageContaining("have changed");
    assertThatThrownBy(() -> rows().sort("a").shard().seek(sorted))
        .hasMessageContaining("have changed");
  }
}
