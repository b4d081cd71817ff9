package dev.manta.it.kills;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.it.kills.Evidence.Kind;
import dev.manta.it.kills.Evidence.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceTest {
  @TempDir Path directory = Path.of("");

  @Test
  void whatWasSaidIsReadAgain() throws IOException {
    try (var evidence = Evidence.open(directory, 2, 1)) {
      evidence.say(Kind.REPORTED, 3, "2:1:3:0");
    }
    Line line = Evidence.read(directory).getFirst();
    assertThat(line.kind()).isEqualTo(Kind.REPORTED);
    assertThat(line.attempt()).isEqualTo(2);
    assertThat(line.rank()).isEqualTo(1);
    assertThat(line.epoch()).isEqualTo(3);
    assertThat(line.report()).isEqualTo("2:1:3:0");
    assertThat(line.pid()).isEqualTo(ProcessHandle.current().pid());
  }

  @Test
  void statementsOfSeveralProcessesAreReadInTheOrderOfTime() throws IOException {
    Files.writeString(directory.resolve("1-1-8"), "6 8 BEGAN 1 1 0 -\n");
    Files.writeString(directory.resolve("1-0-7"), "5 7 BEGAN 1 0 0 -\n9 7 BEGAN 1 0 1 -\n");
    assertThat(Evidence.read(directory)).extracting(Line::atMillis).containsExactly(5L, 6L, 9L);
  }

  @Test
  void aLineThatWasCutByAKillIsNoEvidence() throws IOException {
    Files.writeString(directory.resolve("1-0-7"), "5 7 BEGAN 1 0 4 -\n6 7 REPOR");
    assertThat(Evidence.read(directory)).hasSize(1);
  }
}
