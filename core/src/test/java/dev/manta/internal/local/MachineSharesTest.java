package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.local.MachineShares.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MachineSharesTest {
  private static final double CPUS = 4;

  @TempDir Path parent;

  private MachineShares shares() {
    return new MachineShares(parent.resolve("shares"));
  }

  /// Another process that has taken so many CPUs.
  private Process holder(double cpus) throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    ShareHolder.class.getName(),
                    parent.resolve("shares").toString(),
                    Double.toString(cpus)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.inputReader().readLine()).isEqualTo("taken");
    return process;
  }

  @Test
  void whatIsTakenIsNotFreeUntilItIsGivenBack() {
    MachineShares.Share first = shares().take(3, CPUS).share().orElseThrow();
    Answer second = shares().take(2, CPUS);
    assertThat(second.granted()).isFalse();
    assertThat(second.taken()).isEqualTo(3);
    assertThat(shares().take(1, CPUS).granted()).isTrue();
    first.close();
    assertThat(shares().take(2, CPUS).granted()).isTrue();
  }

  @Test
  void whatAnotherProcessHasTakenIsNotFree() throws Exception {
    Process other = holder(3);
    try {
      assertThat(shares().take(2, CPUS).taken()).isEqualTo(3);
      assertThat(shares().take(2, CPUS).granted()).isFalse();
      assertThat(shares().take(1, CPUS).granted()).isTrue();
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void whatAKilledProcessHadIsFreeAndItsFileIsRemoved() throws Exception {
    holder(4).destroyForcibly().waitFor();
    assertThat(shares().take(4, CPUS).granted()).isTrue();
    try (var files = Files.list(parent.resolve("shares"))) {
      String mine = ProcessHandle.current().pid() + "-";
      assertThat(files.map(each -> each.getFileName().toString()))
          .allMatch(name -> name.equals("lock") || name.startsWith(mine));
    }
  }

  @Test
  void whoWantsMoreThanThereIsGetsItWhenNobodyElseHasAny() {
    MachineShares.Share small = shares().take(1, CPUS).share().orElseThrow();
    assertThat(shares().take(9, CPUS).granted()).isFalse();
    small.close();
    assertThat(shares().take(9, CPUS).granted()).isTrue();
  }

  @Test
  void aRunThatWaitsForNobodyIsCounted() {
    shares().takeAnyway(4);
    assertThat(shares().takeAnyway(4)).isPresent();
    assertThat(shares().take(1, CPUS).taken()).isEqualTo(8);
  }

  @Test
  void whereNothingCanBeWrittenDownEverythingIsFree() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "no directory");
    Answer answer = new MachineShares(file.resolve("shares")).take(99, CPUS);
    assertThat(answer.granted()).isTrue();
    assertThat(answer.share()).isEmpty();
  }
}
