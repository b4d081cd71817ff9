package dev.manta.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(300)
class ProcessActivityTest {
  private @Nullable Process process;

  private ProcessActivity start(String script) throws IOException {
    process = new ProcessBuilder("sh", "-c", script).start();
    return new ProcessActivity(process.pid());
  }

  @AfterEach
  void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  private void stop() throws Exception {
    String pid = Long.toString(java.util.Objects.requireNonNull(process).pid());
    Process kill = new ProcessBuilder("kill", "-STOP", pid).start();
    assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  /// Waits until it is so, or for the time limit of the test.
  private static void await(ProcessActivity activity, boolean busy) {
    while (activity.isBusy() != busy) {
      LockSupport.parkNanos(100_000);
    }
  }

  @Test
  void aProcessThatComputesIsBusyHoweverSlowTheMachineIs() throws Exception {
    await(start("while :; do :; done"), true);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aStoppedProcessIsNotBusy() throws Exception {
    ProcessActivity activity = start("while :; do :; done");
    await(activity, true);
    stop();
    await(activity, false);
    assertThat(activity.isBusy()).isFalse();
  }

  @Test
  void aProcessThatWaitsIsNotBusy() throws Exception {
    ProcessActivity activity = start("exec sleep 100");
    await(activity, false);
  }

  @Test
  void aProcessThatIsGoneIsNotBusy() throws Exception {
    ProcessActivity activity = start("exit 0");
    assertThat(java.util.Objects.requireNonNull(process).waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(activity.isBusy()).isFalse();
  }
}
