package dev.manta.dashboard.internal.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogSearchTest {
  @TempDir Path logs;

  private RunLogs.Found found(String printed) throws IOException {
    Path file = Files.writeString(logs.resolve("rank-0-w0.log"), printed);
    var search = new LogSearch("needle", 2, Duration.ofMinutes(1));
    search.look(new RunLogs.LogFile("rank-0-w0.log", 0, 0, Files.size(file)), file);
    return search.found();
  }

  @Test
  void asManyLinesAsAreWantedMayBeAllOfThem() throws IOException {
    RunLogs.Found found = found("needle\nhay\nneedle\nhay\n");
    assertThat(found.matches()).hasSize(2);
    assertThat(found.complete()).isTrue();
  }

  @Test
  void oneMoreThanIsWantedIsNotShownButSaid() throws IOException {
    RunLogs.Found found = found("needle\nhay\nneedle\nneedle");
    assertThat(found.matches()).extracting(RunLogs.Match::line).containsExactly(1L, 3L);
    assertThat(found.complete()).isFalse();
  }
}
