package dev.manta.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.train.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DetachTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;

  @TempDir Path directory;

  /// Whatever a failed test leaves behind mentions its directory.
  @AfterEach
  void endAll() {
    ProcessHandle.allProcesses().filter(this::isOurs).forEach(ProcessHandle::destroyForcibly);
  }

  private boolean isOurs(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
          .contains(directory.toString());
    } catch (IOException gone) {
      return false;
    }
  }

  private Manta manta(String... args) throws IOException {
    return Manta.start(directory.resolve("caches"), List.of("-Duser.home=" + directory), args);
  }

  private void detach(String... more) throws Exception {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("run", "--detach", "--loop", "dev.manta.it.cli.Loops::countForever"));
    args.addAll(List.of("--config", "lr=1", "--config", "epochs=1", "--name", "mine"));
    args.addAll(List.of("--storage", directory.toString()));
    args.addAll(List.of(more));
    try (Manta run = manta(args.toArray(String[]::new))) {
      assertThat(run.exitCode()).as(run.output()).isEqualTo(0);
      assertThat(run.output())
          .contains("run mine goes on without this terminal", "manta stop ", "manta show ");
    }
  }

  private void awaitStatus(RunStatus status) throws InterruptedException {
    long end = System.nanoTime() + LIMIT_NANOS;
    Path run = directory.resolve("mine");
    while (Result.fromPath(run.toString()).status() != status) {
      assertThat(System.nanoTime()).as("%s within 60 s", status).isLessThan(end);
      Thread.sleep(20);
    }
  }

  private void stop() throws Exception {
    try (Manta stop = manta("stop", "mine", "--storage", directory.toString())) {
      assertThat(stop.exitCode()).as(stop.output()).isEqualTo(0);
    }
    awaitStatus(RunStatus.STOPPED);
  }

  @Test
  void aDetachedRunGoesOnAloneAndStopsWithACheckpointWhenTold() throws Exception {
    detach();
    awaitStatus(RunStatus.RUNNING);

    stop();

    assertThat(Result.fromPath(directory.resolve("mine").toString()).latestCheckpoint())
        .isPresent();
    assertThat(directory.resolve(".manta/detached"))
        .isDirectoryRecursivelyContaining(file -> file.endsWith("log"));
  }

  @Test
  void aProgramThatCannotBeginSaysWhyAndEndsAsItWould() throws Exception {
    try (Manta run = manta("run", "--detach", directory.resolve("Missing.java").toString())) {
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.output()).contains("no file", "Missing.java");
    }
  }
}
