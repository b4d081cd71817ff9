package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A driver that is killed leaves no worker, socket or temp directory behind.
@Timeout(120)
class OrphansTest {
  @TempDir Path directory;

  @Test
  void workersOfAKilledDriverEndInTheMiddleOfABusyLoop() throws Exception {
    Path sockets = Files.createDirectory(directory.resolve("s"));
    Process driver = start(sockets);
    List<ProcessHandle> workers = workers(driver.inputReader());
    driver.destroyForcibly();
    for (ProcessHandle worker : workers) {
      worker.onExit().get(30, TimeUnit.SECONDS);
    }
    try (Stream<Path> left = Files.list(sockets)) {
      assertThat(left).isEmpty();
    }
    assertThat(directory.resolve("run/tmp/w0")).doesNotExist();
    assertThat(directory.resolve("run/tmp/w1")).doesNotExist();
  }

  @Test
  void aDriverThatIsAskedToEndSweepsItself() throws Exception {
    Path sockets = Files.createDirectory(directory.resolve("s"));
    Process driver = start(sockets);
    List<ProcessHandle> workers = workers(driver.inputReader());
    driver.destroy();
    assertThat(driver.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(workers).noneMatch(ProcessHandle::isAlive);
    try (Stream<Path> left = Files.list(sockets)) {
      assertThat(left).isEmpty();
    }
  }

  private Process start(Path sockets) throws Exception {
    return new ProcessBuilder(
            Command.java(),
            "-Djava.io.tmpdir=" + sockets,
            "-cp",
            System.getProperty("java.class.path"),
            OrphanedDriver.class.getName(),
            directory.resolve("run").toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<ProcessHandle> workers(BufferedReader driver) throws Exception {
    List<ProcessHandle> workers = new ArrayList<>();
    for (String line = driver.readLine(); !"ready".equals(line); line = driver.readLine()) {
      if (line == null) {
        throw new AssertionError("the driver ended before its workers were up");
      }
      workers.add(ProcessHandle.of(Long.parseLong(line)).orElseThrow());
    }
    return workers;
  }
}
