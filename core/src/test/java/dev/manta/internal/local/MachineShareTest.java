package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.local.MachineShare.Wish;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MachineShareTest {
  private static final double CPUS = 4;

  @TempDir Path parent;
  private Path directory;
  private MachineShare one;
  private MachineShare another;

  @BeforeEach
  void open() {
    directory = parent.resolve("shares");
    one = new MachineShare(directory);
    another = new MachineShare(directory);
  }

  @AfterEach
  void close() {
    one.close();
    another.close();
  }

  private static double ask(MachineShare share, double used, double most) {
    return share.ask(new Wish(used, 1, most), CPUS);
  }

  /// Another process that has taken so many CPUs.
  private Process holder(double cpus, String... gpus) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ShareHolder.class.getName(), directory.toString()));
    command.add(Double.toString(cpus));
    command.addAll(List.of(gpus));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    assertThat(process.inputReader().readLine()).isEqualTo("taken");
    return process;
  }

  @Test
  void whatIsTakenIsNotFreeUntilItIsGivenBack() {
    assertThat(ask(one, 0, 3)).isEqualTo(3);
    assertThat(ask(another, 0, 3)).isEqualTo(1);
    assertThat(another.taken()).isEqualTo(3);
    one.close();
    assertThat(ask(another, 1, 3)).isEqualTo(3);
  }

  @Test
  void whoHasEverythingGivesWayToWhoWaits() {
    ask(one, 0, 4);
    assertThat(ask(another, 0, 2)).isZero();
    assertThat(ask(one, 4, 4)).isEqualTo(3);
    assertThat(ask(another, 0, 2)).as("nothing has ended yet").isZero();
    ask(one, 3, 4);
    assertThat(ask(another, 0, 2)).isEqualTo(1);
    assertThat(ask(one, 3, 4)).as("nobody waits with nothing").isEqualTo(3);
  }

  @Test
  void whoWantsNothingHoldsNothing() {
    ask(one, 0, 4);
    ask(one, 0, 0);
    assertThat(ask(another, 0, 4)).isEqualTo(4);
  }

  @Test
  void whatAnotherProcessHasTakenIsFreeOnceThatIsKilledAndItsFileIsRemoved() throws Exception {
    Process other = holder(3);
    try {
      assertThat(ask(one, 0, 4)).isEqualTo(1);
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(ask(one, 1, 4)).isEqualTo(4);
    try (var files = Files.list(directory)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void whoTakesAnywayIsCounted() {
    one.take(4);
    another.take(4);
    assertThat(one.taken()).isEqualTo(4);
    try (var third = new MachineShare(directory)) {
      assertThat(third.taken()).isEqualTo(8);
      assertThat(ask(third, 0, 1)).isZero();
    }
  }

  @Test
  void whereNothingCanBeWrittenDownEverythingIsFree() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "no directory");
    try (var share = new MachineShare(file.resolve("shares"))) {
      assertThat(ask(share, 0, 99)).isEqualTo(99);
      assertThat(share.taken()).isZero();
    }
  }

  @Test
  void gpusOfAnotherProcessAreFreeOnceThatIsKilled() throws Exception {
    var wish = List.of(new GpuRule.Wish(1, 1, 0));
    Process other = holder(1, "0");
    try {
      assertThat(one.takeGpus(wish, List.of(0, 1), Optional.empty())).contains(List.of(1));
      assertThat(another.takeGpus(wish, List.of(0, 1), Optional.empty())).isEmpty();
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(another.takeGpus(wish, List.of(0, 1), Optional.empty())).contains(List.of(0));
  }

  @Test
  void theScarcestResourceSaysHowManyPiecesThereAre() {
    Map<String, Double> all = Map.of("cpus", 8.0, "gpus", 2.0, "licence", 3.0);
    Map<String, Double> each = Map.of("cpus", 1.0, "gpus", 1.0);
    assertThat(one.ask(new Wish(0, 1, 4), each, all)).isEqualTo(2);
    assertThat(one.taken("cpus")).isZero();
    assertThat(another.taken("cpus")).as("it holds no CPUs that it cannot use").isEqualTo(2);
    assertThat(another.ask(new Wish(0, 1, 4), each, all)).as("no GPU is free").isZero();
    assertThat(one.ask(new Wish(2, 1, 4), each, all)).as("it gives way").isEqualTo(1);
    assertThat(another.ask(new Wish(0, 1, 9), Map.of("licence", 1.0), all)).isEqualTo(3);
  }
}
