package dev.manta.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTest {
  @TempDir Path directory = Path.of("");

  @Test
  void figuresAreReadFromLinesThatBeginSo() throws Exception {
    var child = shell("echo hello; echo figure first 0.25; echo 'figure second 3'; echo figure x");
    assertThat(child.figures()).containsExactly(entry("first", 0.25), entry("second", 3.0));
  }

  @Test
  void aFailureSaysTheStatusAndTheLastWords() {
    assertThatThrownBy(() -> shell("echo cannot open the door; exit 3").figures())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("status 3")
        .hasMessageContaining("cannot open the door");
  }

  @Test
  void whatTakesTooLongIsEndedWithAllItStarted() throws IOException {
    var slow =
        new Child(
            List.of("sh", "-c", "sleep 100 & echo $! > child; wait"),
            directory,
            Duration.ofMillis(500));
    assertThatThrownBy(slow::figures).hasMessageContaining("took longer than PT0.5S");
    long child = Long.parseLong(Files.readString(directory.resolve("child")).strip());
    long limit = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (runs(child) && System.nanoTime() < limit) {
      LockSupport.parkNanos(100_000);
    }
    assertThat(runs(child)).isFalse();
  }

  @Test
  void itsTempDirectoryIsTheOneGiven() throws Exception {
    shell("echo here > \"$TMPDIR/mark\"").figures();
    assertThat(directory.resolve("mark")).exists();
  }

  /// Whether it still executes; a process that ended but was not reaped has no command.
  private static boolean runs(long pid) {
    return ProcessHandle.of(pid).flatMap(handle -> handle.info().command()).isPresent();
  }

  private Child shell(String script) {
    return new Child(List.of("sh", "-c", script), directory, Duration.ofSeconds(30));
  }

  private static java.util.Map.Entry<String, Double> entry(String name, double value) {
    return java.util.Map.entry(name, value);
  }
}
