package dev.manta.bench.hosts;

import dev.manta.bench.train.Stamps;
import dev.manta.testkit.hosts.Host;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Kills the host of a rank while a driver trains, and sees when all ranks step again.
record HostKill(StepFiles steps, List<Host> hosts, String head) {
  private static final int BEGIN_SECONDS = 180;
  private static final int AGAIN_SECONDS = 240;
  private static final int TRAINED_SECONDS = 3;
  private static final int END_SECONDS = 240;

  /// How many seconds it took.
  ///
  /// @param driver the command that trains until [StepFiles#stop]
  double seconds(List<String> driver) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(driver)
            .redirectErrorStream(true)
            .redirectOutput(steps.directory().resolve("said").toFile())
            .start();
    try {
      double seconds = seconds();
      steps.stop();
      process.waitFor(END_SECONDS, TimeUnit.SECONDS);
      return seconds;
    } finally {
      process.destroyForcibly();
    }
  }

  private double seconds() throws IOException, InterruptedException {
    double begun = steps.awaitStepsAfter(0, BEGIN_SECONDS);
    steps.awaitStepsAfter(begun + TRAINED_SECONDS, BEGIN_SECONDS);
    Host victim = victim();
    double killed = Stamps.now();
    victim.kill();
    return steps.awaitStepsAfter(killed, AGAIN_SECONDS) - killed;
  }

  /// A rank's host that is not the head's: without a head Ray has nothing left.
  private Host victim() throws IOException {
    for (int rank = steps.ranks() - 1; rank >= 0; rank--) {
      String name = steps.host(rank);
      if (!name.equals(head)) {
        return hosts.stream().filter(host -> host.name().equals(name)).findFirst().orElseThrow();
      }
    }
    throw new IOException("all ranks are on the host of the head");
  }
}
