package dev.manta.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(30)
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
}
