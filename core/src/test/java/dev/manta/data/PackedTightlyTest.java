package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.internal.data.memory.MemoryBudget;
import dev.manta.internal.data.source.TextSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Small packed files that become large ones.
@Timeout(300)
class PackedTightlyTest {
  private static final int LINES = 3_000;
  private static final String LINE = "x".repeat(99_999);

  @TempDir private Path directory;

  private Path packed(int lines, String end) throws IOException {
    Path path = directory.resolve("tight.txt.gz");
    byte[] line = (LINE + end).getBytes(StandardCharsets.US_ASCII);
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(path), 1 << 16)) {
      for (int i = 0; i < lines; i++) {
        gzip.write(line);
      }
    }
    return path;
  }

  @Test
  void aSmallFileThatBecomesLargeIsReadInSeveralUnits() throws IOException {
    Path file = packed(LINES, "\n");
    assertThat(Files.size(file)).isLessThan(1 << 20);
    assertThat(new TextSource(List.of(file.toString())).open().splits()).hasSizeGreaterThan(2);
    long most = 0;
    long rows = 0;
    try (Batches<Batch> batches = Dataset.text(file.toString()).batches(64)) {
      for (Batch batch : batches) {
        rows += batch.rows();
        most = Math.max(most, batch.size());
      }
    }
    assertThat(rows).isEqualTo(LINES);
    assertThat(most).isLessThan(100L << 20);
  }

  @Test
  void aLineThatWouldTakeTheWholeBudgetIsRefused() throws IOException {
    Path file = packed(LINES / 2, " ");
    long before = MemoryBudget.shared().most();
    MemoryBudget.shared().limit(1 << 20);
    try {
      assertThatThrownBy(() -> Dataset.text(file.toString()).count())
          .hasMessageContaining("tight.txt.gz")
          .hasMessageContaining("more than 64 MB");
    } finally {
      MemoryBudget.shared().limit(before);
    }
  }
}
