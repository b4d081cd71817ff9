package dev.manta.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.Location;
import dev.manta.train.Metrics;
import dev.manta.train.NewCheckpoint;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LiveViewTest {
  private final Heard heard = new Heard();
  private final FakeTerminal terminal = new FakeTerminal(60, 24);
  private final Console console = console(new Colours(false));

  private Console console(Colours colours) {
    return new Console("digits", new LiveView(terminal, colours), colours, heard);
  }

  private void trainTwoEpochs() {
    console.state(heard.state(RunStatus.RUNNING, 1, "", "running", "running"));
    for (int epoch = 0; epoch < 2; epoch++) {
      heard.pass(Duration.ofSeconds(1));
      console.report(heard.report(0, epoch + 1, metrics(epoch)));
      console.tick();
    }
  }

  private static Metrics metrics(int epoch) {
    return Metrics.of("epoch", epoch, "epochs", 4, "loss", 0.5 / (epoch + 1), "accuracy", 0.9);
  }

  @Test
  void aRunningRunIsOnePictureThatIsRedrawnInPlace() {
    trainTwoEpochs();

    assertThat(terminal.shown())
        .isEqualTo(
            """
            digits  running  2.0 s
                 step      epoch       loss   accuracy
                    1          0     0.5000     0.9000
                    2          1     0.2500     0.9000
              [############------------]  50%  1.000 steps/s  2 reports
              rank 0 running   rank 1 running\
            """);
    assertThat(terminal.cursorIsVisible()).isFalse();
  }

  @Test
  void aMetricThatWouldMoveTheCursorIsShownWithoutThat() {
    console.state(heard.state(RunStatus.RUNNING, 1, "", "running"));
    console.report(heard.report(0, 1, Metrics.of("note", "a\u001b[2Jb\u001b")));
    console.tick();

    assertThat(terminal.shown()).contains("ab").startsWith("digits  running");
  }

  @Test
  void whatAWorkerPrintsStaysAboveThePicture() {
    trainTwoEpochs();
    console.line(1, "a\rb \u001b[2Jc");
    console.tick();
    console.tick();

    assertThat(terminal.shown())
        .startsWith("[rank 1] b c\ndigits  running  2.0 s\n")
        .endsWith("rank 1 running")
        .containsOnlyOnce("digits");
  }

  @Test
  void aLineWiderThanTheTerminalIsCutInRows() {
    console.line(0, "x".repeat(100));
    console.tick();

    assertThat(terminal.shown())
        .startsWith("[rank 0] " + "x".repeat(51) + "\n" + "x".repeat(49) + "\ndigits");
  }

  @Test
  void aNarrowerTerminalGetsFewerColumns() {
    trainTwoEpochs();
    terminal.resize(35, 24);
    console.tick();

    assertThat(terminal.shown())
        .isEqualTo(
            """
            digits  running  2.0 s
                 step      epoch       loss
                    1          0     0.5000
                    2          1     0.2500
              [############------------]  50%
              rank 0 running   rank 1 running\
            """);
  }

  @Test
  void aLowTerminalGetsTheNewestReportsOnly() {
    terminal.resize(60, 8);
    trainTwoEpochs();

    assertThat(terminal.shown()).contains("0.2500").doesNotContain("0.5000");
  }

  @Test
  void theEndLeavesTheTableTheLastLinesAndTheCursor() {
    trainTwoEpochs();
    console.checkpoint(
        new NewCheckpoint(
            "000004", 4, Instant.EPOCH, Metrics.empty(), Location.parse("/runs/digits/000004")));
    console.end(Heard.ending(RunStatus.FINISHED, Optional.empty()));
    console.close();

    assertThat(terminal.shown())
        .isEqualTo(
            """
                 step      epoch       loss   accuracy
                    1          0     0.5000     0.9000
                    2          1     0.2500     0.9000
            digits finished in 2.0 s: 2 reports, 1 attempt
              last     epoch 1  loss 0.2500  accuracy 0.9000
              best     000003 (accuracy 0.9722)
              latest   000004
              results  /runs/digits
              next     manta show digits\
            """);
    assertThat(terminal.cursorIsVisible()).isTrue();
  }

  @Test
  void theLastLinesAreNeverCut() {
    terminal.resize(20, 24);
    console.end(Heard.ending(RunStatus.FINISHED, Optional.empty()));
    console.close();

    assertThat(terminal.shown()).contains("best     000003 (accuracy 0.9722)");
  }

  @Test
  void aFloodOfLinesIsCutAndSaysSo() {
    for (int i = 0; i < 10_500; i++) {
      console.line(0, "line " + i);
    }
    console.tick();

    assertThat(terminal.shown())
        .contains("[rank 0] line 499\n... 10,000 lines more in the workers' logs\ndigits");
  }

  @Test
  void manyWorkersAreCountedByState() {
    String[] states = new String[16];
    java.util.Arrays.fill(states, "running");
    states[3] = "starting";
    console.state(heard.state(RunStatus.STARTING, 1, "", states));
    console.tick();

    assertThat(terminal.shown()).endsWith("16 workers: 15 running, 1 starting");
  }

  @Test
  void coloursTakeNoRoom() {
    Console coloured = console(new Colours(true));
    terminal.resize(14, 24);
    coloured.tick();

    assertThat(terminal.shown()).isEqualTo("digits  start");
  }
}
