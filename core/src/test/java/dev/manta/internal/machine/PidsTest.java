package dev.manta.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class PidsTest {
  @Test
  void aProcessRunsUntilItEnds() throws Exception {
    Process process = new ProcessBuilder("sleep", "30").start();
    assertThat(Pids.runs(process.pid())).isTrue();
    process.destroyForcibly().waitFor();
    assertThat(Pids.runs(process.pid())).isFalse();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void oneThatNobodyReapsHasEnded() throws Exception {
    Process parent = new ProcessBuilder("sh", "-c", "sleep 0.3 & echo $!; exec sleep 30").start();
    try {
      long child = childOf(parent);
      while (Pids.runs(child)) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      assertThat(ProcessHandle.of(child)).isPresent();
    } finally {
      parent.destroyForcibly().waitFor();
    }
  }

  private static long childOf(Process parent) throws IOException {
    try (BufferedReader output = parent.inputReader()) {
      return Long.parseLong(output.readLine());
    }
  }

  @Test
  void aMachineThatDoesNotSayWhichStartThisIsIsNotTold(@TempDir Path directory) throws IOException {
    Path namespace = Files.createSymbolicLink(directory.resolve("ns"), Path.of("pid:[1]"));
    Path boot = Files.writeString(directory.resolve("boot"), "b00t\n");
    assertThat(Pids.machine(boot, namespace)).isEqualTo("b00t/pid:[1]");
    assertThat(Pids.machine(directory.resolve("none"), namespace)).isEmpty();
    assertThat(Pids.machine(boot, directory.resolve("none"))).isEmpty();
  }
}
