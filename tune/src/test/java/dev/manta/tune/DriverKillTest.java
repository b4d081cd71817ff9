package dev.manta.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.code.ClassPath;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Drivers that are killed again and again end with what an undisturbed one ends with.
class DriverKillTest {
  private static final int FACTOR = Integer.getInteger("manta.campaign", 1);
  private static final int KILLS = 3 * FACTOR;

  @TempDir Path disturbed;
  @TempDir Path undisturbed;
  @TempDir Path temporary;

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void aKilledDriverEndsWithTheTrialsOfAnUndisturbedOne(KilledDriver.Kind kind) throws Exception {
    ResultGrid expected = KilledDriver.tuner(kind, undisturbed).fit();
    long whole = Files.size(undisturbed.resolve("search/journal.jsonl"));
    var random = new Random();
    long seed = random.nextLong();
    random.setSeed(seed);
    for (int kill = 0; kill < KILLS; kill++) {
      long at = (long) (whole * (kill + random.nextDouble()) / KILLS);
      killWhenWritten(kind, at);
    }
    Process last = start(kind);
    assertThat(last.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(last.exitValue()).as(log()).isZero();
    ResultGrid results = ResultGrid.fromPath(disturbed.resolve("search").toString());
    assertThat(results.isFinished()).isTrue();
    assertThat(described(results)).as("seed %s", seed).isEqualTo(described(expected));
    assertThat(ends()).as("each ends once, seed %s", seed).isEqualTo(expected.size());
  }

  /// The program may finish before so much is written, if this is the end.
  private void killWhenWritten(KilledDriver.Kind kind, long bytes) throws Exception {
    Path journal = disturbed.resolve("search/journal.jsonl");
    if (Files.exists(journal) && Files.readString(journal).contains("\"finished\"")) {
      return;
    }
    Process driver = start(kind);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (driver.isAlive() && (!Files.exists(journal) || Files.size(journal) < bytes)) {
      assertThat(System.nanoTime()).as("it writes its journal; " + log()).isLessThan(end);
      LockSupport.parkNanos(100_000);
    }
    driver.destroyForcibly().waitFor();
  }

  /// A finished experiment is not driven again: the same name would begin another one.
  private Process start(KilledDriver.Kind kind) throws IOException {
    Path journal = disturbed.resolve("search/journal.jsonl");
    boolean over = Files.exists(journal) && Files.readString(journal).contains("\"finished\"");
    List<String> command =
        over
            ? List.of("true")
            : List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                ClassPath.ofProgram(),
                KilledDriver.class.getName(),
                kind.name(),
                disturbed.toString());
    File log = disturbed.resolve("driver.log").toFile();
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
        .start();
  }

  private String log() throws IOException {
    Path log = disturbed.resolve("driver.log");
    return Files.exists(log) ? Files.readString(log) : "";
  }

  private static List<String> described(ResultGrid results) {
    return results.trials().stream().map(each -> each.trial() + " " + each.metrics()).toList();
  }

  private int ends() throws IOException {
    String journal = Files.readString(disturbed.resolve("search/journal.jsonl"));
    return journal.split("\"ends\":", -1).length - 1;
  }
}
