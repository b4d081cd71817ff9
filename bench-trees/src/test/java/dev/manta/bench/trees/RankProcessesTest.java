package dev.manta.bench.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.bench.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RankProcessesTest {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  @TempDir private Path directory;

  @Test
  void eachRankSaysItsFiguresInItsPlace() throws Exception {
    var ranks =
        new RankProcesses(List.of(shell(0, "echo figure x 1"), shell(1, "echo figure x 2")));
    assertThat(ranks.figures()).isEqualTo(List.of(Map.of("x", 1.0), Map.of("x", 2.0)));
  }

  @Test
  void aRankThatFailsEndsTheOthers() throws Exception {
    var ranks =
        new RankProcesses(
            List.of(shell(0, "echo $$ > ../pid; exec sleep 600"), shell(1, failing())));
    assertThatThrownBy(ranks::figures).isInstanceOf(IOException.class).hasMessageContaining("no");
    long pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
    Optional<ProcessHandle> other = ProcessHandle.of(pid);
    if (other.isPresent()) {
      assertThat(other.get().onExit()).succeedsWithin(Duration.ofSeconds(30));
    }
  }

  /// Fails when the other one runs.
  private static String failing() {
    return "until [ -s ../pid ]; do sleep 0.01; done; echo no; exit 3";
  }

  private Child shell(int rank, String script) throws IOException {
    Path own = Files.createDirectory(directory.resolve("rank-" + rank));
    return new Child(List.of("sh", "-c", script), own, LIMIT);
  }
}
