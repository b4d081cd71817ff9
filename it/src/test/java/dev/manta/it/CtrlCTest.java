package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ctrl-C on a program whose workers do not listen.
class CtrlCTest {
  private static final String DEAF =
      """
      import dev.manta.*;
      import dev.manta.train.*;

      public final class Deaf {
        record Config() {}

        static void train(TrainContext<Config> ctx) throws Exception {
          System.out.println("deaf in " + ProcessHandle.current().pid());
          Thread.sleep(600_000);
        }

        public static void main(String[] args) {
          Trainer.of(Deaf::train, new Config())
              .scaling(ScalingConfig.workers(2))
              .run(RunConfig.named("deaf"))
              .fit();
        }
      }
      """;

  @TempDir Path home = Path.of("");

  @Test
  void pressedTwiceItEndsWorkersThatDoNotListenAtOnce() throws Exception {
    Shell shell = new Shell(home);
    Path program = Files.writeString(home.resolve("Deaf.java"), DEAF);
    Shell.Typed typed = shell.start("run", program.toString());
    typed.awaitText("deaf in ", 2);
    typed.interrupt();
    typed.awaitText("stop asked for by Ctrl-C", 1);
    typed.interrupt();
    Shell.Said said = typed.end();
    assertThat(said.status()).as(said.text()).isEqualTo(130);
    assertThat(shell.manta("show", "deaf").text()).contains("stopped at once by Ctrl-C");
    said.text()
        .lines()
        .filter(line -> line.contains("deaf in "))
        .map(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .forEach(pid -> assertThat(ProcessHandle.of(pid)).isEmpty());
  }
}
