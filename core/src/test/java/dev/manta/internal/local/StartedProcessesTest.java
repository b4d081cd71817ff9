package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.wire.ToWorker;
import dev.manta.spi.json.Json;
import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What a training function started ends with its worker, however that ends.
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class StartedProcessesTest {
  @TempDir Path directory;
  private final LocalCluster cluster = new LocalCluster();
  private final News news = new News();
  private final List<Long> started = new ArrayList<>();
  private long worker;

  @AfterEach
  void close() {
    cluster.close();
    started.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
  }

  @Test
  void itEndsWithAWorkerThatIsEnded() throws Exception {
    WorkerGroup group = launched();
    group.kill("w0");
    awaitEnd();
  }

  @Test
  void itEndsWithAWorkerThatLeaves() throws Exception {
    WorkerGroup group = launched();
    group.send("w0", new ToWorker.Leave().frame());
    awaitEnd();
  }

  @Test
  void itEndsWithAWorkerThatIsKilledFromOutside() throws Exception {
    launched();
    ProcessHandle.of(worker).orElseThrow().destroyForcibly();
    awaitEnd();
  }

  @Test
  void itEndsWithTheGroup() throws Exception {
    launched().close();
    assertThat(Pids.runs(started.getFirst())).isFalse();
  }

  @Test
  void itEndsWithADriverThatIsKilled() throws Exception {
    Process driver = driver();
    awaitStart(driver.inputReader());
    driver.destroyForcibly().waitFor();
    awaitEnd();
  }

  @Test
  void itIsEndedByTheNextControllerWhenDriverAndWorkerWereKilled() throws Exception {
    Process driver = driver();
    List<Long> workers = awaitStart(driver.inputReader());
    for (long pid : workers) {
      new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor();
    }
    driver.destroyForcibly().waitFor();
    for (long pid : workers) {
      new ProcessBuilder("kill", "-KILL", Long.toString(pid)).start().waitFor();
    }
    WorkerGroup next = cluster.open(Grant.NONE, settings(), news);
    next.fence(new WorkerSpec("w0", "local", 1, 0), workers.getFirst());
    next.fence(new WorkerSpec("w1", "local", 1, 1), workers.getLast());
    awaitEnd();
  }

  /// A worker whose function has started a process.
  private WorkerGroup launched() throws Exception {
    WorkerGroup group = cluster.open(Grant.NONE, settings(), news);
    group.start(new WorkerSpec("w0", "local", 1, 0));
    worker = news.next(WorkerNews.Connected.class).pid();
    group.send("w0", OrphanedDriver.join(directory, "launches").frame());
    group.send("w0", new ToWorker.Go(1, List.of()).frame());
    started.add(pid(OrphanedDriver.metrics(news)));
    assertThat(Pids.runs(started.getFirst())).isTrue();
    return group;
  }

  private GroupSettings settings() {
    List<String> classPath =
        Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    return OrphanedDriver.settings(classPath, directory.resolve("run"), 1, Duration.ZERO);
  }

  private Process driver() throws Exception {
    Path sockets = Files.createDirectory(directory.resolve("s"));
    return new ProcessBuilder(
            JvmCommand.java(),
            "-Djava.io.tmpdir=" + sockets,
            "-cp",
            System.getProperty("java.class.path"),
            OrphanedDriver.class.getName(),
            directory.resolve("run").toString(),
            "0",
            "launches")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /// The workers' ids, in order of their names.
  private List<Long> awaitStart(BufferedReader driver) throws Exception {
    List<Long> workers = new ArrayList<>();
    for (String line = driver.readLine(); !"ready".equals(line); line = driver.readLine()) {
      if (line.startsWith("started ")) {
        started.add(pid(line.substring("started ".length())));
      } else {
        workers.add(Long.parseLong(line));
      }
    }
    return workers;
  }

  private static long pid(String metrics) {
    return Json.parse(metrics).asObject().get("pid").asLong();
  }

  private void awaitEnd() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (started.stream().anyMatch(Pids::runs) && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(started).isNotEmpty().noneMatch(Pids::runs);
  }
}
