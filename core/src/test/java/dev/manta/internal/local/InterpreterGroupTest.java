package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.machine.Pids;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Workers that are not JVMs: here a shell that writes its environment down and waits.
@Timeout(60)
class InterpreterGroupTest {
  @TempDir Path directory;

  private final WorkerSpec worker = new WorkerSpec("w0", "here", 1, 0);

  private ProcessWorkerGroup start() {
    Path said = directory.resolve("said");
    String script =
        "echo \"$FROM_RUN $FROM_RUNTIME $FOLDER\" > " + said + ".new; mv %1$s.new %1$s; read x";
    var runtime =
        new WorkerRuntime.Interpreter(
            List.of("/bin/sh", "-c", script.formatted(said) + " < " + fifo()),
            Map.of("FROM_RUNTIME", "two"),
            List.of(new WorkerRuntime.Folder("FOLDER", "/three", "")));
    var settings =
        new GroupSettings(
            "run",
            runtime,
            WorkerVariables.of(Map.of("FROM_RUN", "one")),
            directory.toString(),
            1,
            Duration.ZERO,
            Duration.ZERO);
    var program = WorkerProgram.ofThisProcess();
    var group = new ProcessWorkerGroup(settings, _ -> {}, program, AotCache.of(program));
    group.start(worker);
    return group;
  }

  /// Nobody writes to it, so whoever reads it waits.
  private Path fifo() {
    Path fifo = directory.resolve("fifo");
    try {
      new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return fifo;
  }

  private static ProcessHandle process() throws InterruptedException {
    while (true) {
      Optional<ProcessHandle> found =
          ProcessHandle.current()
              .children()
              .filter(each -> Pids.arguments(each).contains("w0"))
              .filter(each -> !Pids.arguments(each).contains("manta-worker"))
              .findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      Thread.sleep(5);
    }
  }

  @Test
  void itIsKnownAgainByTheNextController() throws Exception {
    try (ProcessWorkerGroup group = start()) {
      long pid = process().pid();
      assertThat(group.isBusy("w9")).isFalse();
      assertThat(new Orphan(directory, "w0", pid).find(directory)).isPresent();
      assertThat(new Orphan(directory, "w1", pid).find(directory)).isEmpty();
    }
  }

  @Test
  void itHasTheVariablesOfTheRunAndOfItsRuntime() throws Exception {
    try (ProcessWorkerGroup _ = start()) {
      Path said = directory.resolve("said");
      while (!Files.exists(said)) {
        Thread.sleep(5);
      }
      assertThat(said).hasContent("one two /three");
    }
  }
}
