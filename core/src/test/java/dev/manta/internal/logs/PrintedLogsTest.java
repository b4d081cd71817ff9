package dev.manta.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrintedLogsTest {
  private static final WorkerSpec RANK = new WorkerSpec("w3", "far", 2, 1);

  @TempDir Path directory;

  private final List<String> warnings = new ArrayList<>();

  private PrintedLogs logs() {
    return new PrintedLogs(directory, warnings::add);
  }

  private static WorkerNews.Printed printed(String text, long leftOut) {
    return new WorkerNews.Printed("w3", text.getBytes(StandardCharsets.UTF_8), leftOut);
  }

  @Test
  void whatAFarWorkerPrintsIsWhereThatOfANearOneWouldBe() {
    PrintedLogs logs = logs();
    logs.opened(RANK);
    logs.add(printed("one\nt", 0));
    logs.add(printed("wo\n", 0));
    assertThat(directory.resolve("logs/rank-1-w3.log")).content().isEqualTo("one\ntwo\n");
  }

  @Test
  void whatIsLeftOutIsSaid() {
    PrintedLogs logs = logs();
    logs.opened(RANK);
    logs.add(printed("first", 0));
    logs.add(printed("last\n", 5_000_000));
    assertThat(RANK.log(directory))
        .content()
        .startsWith("first\nmanta: 5,000,000 bytes")
        .endsWith("its node keeps them\nlast\n");
  }

  @Test
  void theLogOfASpareGetsTheNameOfItsRank() {
    PrintedLogs logs = logs();
    logs.opened(RANK.asSpare());
    logs.add(printed("warm\n", 0));
    logs.opened(RANK);
    logs.add(printed("seated\n", 0));
    assertThat(RANK.log(directory)).content().isEqualTo("warm\nseated\n");
    assertThat(RANK.asSpare().log(directory)).doesNotExist();
  }

  @Test
  void aLogThatItsWorkerWritesIsLeftAlone() throws IOException {
    Files.createDirectories(directory.resolve("logs"));
    Files.writeString(RANK.log(directory), "its own\n");
    logs().opened(RANK);
    assertThat(RANK.log(directory)).content().isEqualTo("its own\n");
    assertThat(directory.resolve("logs")).isDirectoryContaining("glob:**rank-1-w3.log");
  }

  @Test
  void whatCannotBeWrittenIsSaidOnceAndInTheLogWhenItCan() throws IOException {
    Path inTheWay = Files.writeString(directory.resolve("logs"), "a file");
    PrintedLogs logs = logs();
    logs.opened(RANK);
    logs.add(printed("lost1", 0));
    logs.add(printed("lost2", 0));
    Files.delete(inTheWay);
    logs.add(printed("kept\n", 0));
    assertThat(warnings).singleElement().asString().contains("rank-1-w3.log");
    assertThat(RANK.log(directory)).content().contains("manta: 10 bytes").endsWith("\nkept\n");
  }

  @Test
  void nothingIsWrittenForAWorkerThatNobodyStarted() {
    logs().add(printed("who", 0));
    assertThat(directory).isEmptyDirectory();
  }
}
