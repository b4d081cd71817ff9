package dev.manta.torch.internal.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.worker.Rehearsal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a worker that waits for work has gone through with PyTorch before it gets some.
class RehearsedTrainingTest {
  @TempDir Path directory = Path.of("");

  @Test
  void aRehearsalTrainsInTwoAttemptsAndLoadsWhatATrainingUses() throws Exception {
    Path loaded = directory.resolve("loaded");
    assertThat(rehearse(loaded)).isZero();
    assertThat(Files.readString(directory.resolve("errors"))).doesNotContain("rehearsal failed");
    assertThat(Files.readString(loaded))
        .contains(
            "dev.manta.torch.Torch ",
            "dev.manta.torch.data.DataLoader ",
            "dev.manta.torch.nn.Conv2d ",
            "dev.manta.internal.worker.live.PeerRestoration ");
  }

  private int rehearse(Path loaded) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:class+load:file=" + loaded,
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                Rehearsal.class.getName())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(directory.resolve("errors").toFile())
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
