package dev.manta.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenSegmentTest {
  @TempDir Path directory;

  @Test
  void aFileThatWasReplacedByAnotherOfTheSameNameIsNotOurs() throws Exception {
    Path file = directory.resolve("000000000001.me.jsonl");
    try (OpenSegment segment =
        OpenSegment.create(new LocalOpenDirectory(directory), 1, "000000000001.me.jsonl", 0)) {
      Path other = Files.writeString(directory.resolve("other"), "other");
      assertThat(segment.isOurs()).isTrue();
      Files.delete(file);
      Files.move(other, file);
      assertThat(segment.isOurs()).isFalse();
    }
  }

  @Test
  void whatWasWrittenIsThereAfterTheFileIsDeletedAndWrittenAgain() throws Exception {
    Path file = directory.resolve("000000000001.me.jsonl");
    byte[] rows = "{}\n".getBytes(StandardCharsets.UTF_8);
    OpenSegment segment =
        OpenSegment.create(new LocalOpenDirectory(directory), 1, "000000000001.me.jsonl", 0);
    segment.write(rows, rows.length);
    Files.delete(file);
    try (OpenSegment again = segment.again()) {
      again.write(rows, rows.length);
      assertThat(file).hasContent("{}\n{}\n");
    }
  }
}
