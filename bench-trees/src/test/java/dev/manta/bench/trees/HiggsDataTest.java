package dev.manta.bench.trees;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HiggsDataTest {
  private static final int ROWS = 800;

  @TempDir private Path directory;

  private TreeWork work;

  @BeforeEach
  void write() throws IOException {
    work = new TreeWork(directory.resolve("one"), 1);
    HiggsData.write(work, ROWS);
  }

  @Test
  void theSameRowsAreWrittenEachTime() throws IOException {
    var again = new TreeWork(directory.resolve("other"), 1);
    HiggsData.write(again, ROWS);
    for (int rank = 0; rank < 2; rank++) {
      for (int file = 0; file < 4; file++) {
        assertThat(again.share(rank, 2).get(file))
            .hasSameBinaryContentAs(work.share(rank, 2).get(file));
      }
    }
  }

  @Test
  void ranksOfAPeerShareOutTheRows() throws IOException {
    MatrixRows first = MatrixRows.read(work.share(0, 2));
    MatrixRows second = MatrixRows.read(work.share(1, 2));
    assertThat(first.rows()).isEqualTo(ROWS / 2);
    assertThat(second.rows()).isEqualTo(ROWS / 2);
    assertThat(first.features()).isNotEqualTo(second.features());
  }

  @Test
  void rowsThatAreHeldOutAreOthers() throws IOException {
    try (var files = Files.list(work.heldOut())) {
      assertThat(MatrixRows.read(files.toList()).rows()).isEqualTo(ROWS / 10);
    }
  }

  @Test
  void aboutHalfOfTheCollisionsAreSignals() {
    MatrixRows rows = MatrixRows.read(List.of(work.train()));
    long signals = IntStream.range(0, ROWS).filter(row -> rows.labels()[row] == 1).count();
    assertThat(signals).isBetween(ROWS * 4 / 10L, ROWS * 7 / 10L);
  }
}
