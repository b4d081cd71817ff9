package dev.manta.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeRunsTest {
  @TempDir Path directory;

  private void run(String name, Duration age) throws IOException {
    Path logs = Files.createDirectories(directory.resolve(name).resolve("logs"));
    Files.writeString(logs.resolve("rank-0-w0.log"), "words");
    try (Stream<Path> files = Files.walk(directory.resolve(name))) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
      }
    }
  }

  @Test
  void whatWorkersPrintedStaysForAWeek() throws IOException {
    run("young", Duration.ofDays(6));
    run("old", Duration.ofDays(8));
    new NodeRuns(directory).sweep();
    assertThat(directory.resolve("young")).exists();
    assertThat(directory.resolve("old")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "..", "../other", "a/b", ".hidden", "a\u0000b"})
  void aNameThatIsNoNameOfAFileIsRefused(String run) {
    assertThatThrownBy(() -> new NodeRuns(directory).of(run)).isInstanceOf(MantaException.class);
  }

  @Test
  void onlyTheLatestControllerAndOnlyOneProcessHasARunWhoseWorkersAreLeft() throws IOException {
    var runs = new NodeRuns(directory);
    Path door = directory.resolve("mantad-left");
    note(runs, "3 print");
    Files.writeString(runs.of("run").resolve("door"), door.toString());
    Process worker = new ProcessBuilder("sh", "-c", "read end", door.toString()).start();
    try {
      requireLatest(runs);
    } finally {
      worker.destroy();
    }
  }

  private static void note(NodeRuns runs, String note) throws IOException {
    Files.createDirectories(runs.of("run"));
    Files.writeString(runs.of("run").resolve("term"), note);
  }

  private static void requireLatest(NodeRuns runs) throws IOException {
    for (int term : List.of(3, 4)) {
      runs.requireLatest("run", term, "print");
    }
    runs.requireLatest("run", 4, "other");
    assertThatThrownBy(() -> runs.requireLatest("run", 2, "print")).hasMessageContaining("2");
    assertThatThrownBy(() -> runs.requireLatest("run", 3, "other"))
        .hasMessageContaining("another process");
    note(runs, "");
    assertThatThrownBy(() -> runs.requireLatest("run", 4, "print"))
        .hasMessageContaining("no term in");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3 print", "2147483648 print"})
  void theNoteOfARunThatHasNobodyHereIsNotObeyed(String note) throws IOException {
    var runs = new NodeRuns(directory);
    note(runs, note);
    runs.requireLatest("run", 1, "other");
  }

  @Test
  void anIdMadeOfTheLongestNameOfARunIsOne() {
    String id = "n".repeat(118) + "-01234567";
    assertThat(new NodeRuns(directory).of(id)).isEqualTo(directory.resolve(id));
    assertThatThrownBy(() -> new NodeRuns(directory).of("n".repeat(128)))
        .isInstanceOf(MantaException.class);
  }

  @Test
  void whatIsNoIdOfARunHasNobodyToEnd() throws IOException {
    Path door = Files.createDirectories(directory.resolve("outside")).resolve("door");
    Files.writeString(door, directory.resolve("mantad-left").toString());
    Process other = new ProcessBuilder("sh", "-c", "read end", Files.readString(door)).start();
    try {
      new NodeRuns(directory.resolve("runs")).end("../outside");
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroy();
    }
  }

  @Test
  @Timeout(300)
  void aNodeSweepsAgainAndAgain() throws Exception {
    NodeSettings settings = NodeSettings.in(directory, "near", Map.of());
    try (var _ = new NodeAgent(settings, (_, _) -> Optional.empty(), Duration.ofMillis(20))) {
      for (int time = 0; time < 2; time++) {
        run("runs/old", Duration.ofDays(8));
        while (Files.exists(directory.resolve("runs/old"))) {
          Thread.sleep(10);
        }
      }
    }
  }
}
