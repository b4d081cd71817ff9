package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `docs/tutorial/first-run.md` tells a newcomer to do, and what they see.
class FirstRunTest {
  @TempDir Path home = Path.of("");

  @Test
  void theTutorialsProgramRunsTwice() throws Exception {
    Shell shell = new Shell(home);
    Path program = copyOfTrain();
    Shell.Said first = shell.manta("run", program.toString());
    assertThat(first.text()).contains("\"slope\":2.99", "FINISHED");
    assertThat(first.status()).isZero();
    assertThat(shell.manta("run", program.toString()).text()).contains("first-2", "FINISHED");
    assertThat(shell.manta("runs").text()).contains("first ", "first-2");
    assertThat(shell.manta("show", "first").text()).contains("finished", "checkpoint-000030");
    assertThat(shell.manta("logs", "first").text()).contains("epoch 0: loss", "epoch 29: loss");
  }

  @Test
  void aStoppedRunGoesOnWhereItStopped() throws Exception {
    Shell shell = new Shell(home);
    Path program = copyOfTrain();
    Shell.Typed typed = shell.start("run", program.toString());
    typed.awaitText("slope", 2);
    typed.interrupt();
    Shell.Said stopped = typed.end();
    assertThat(stopped.text()).contains("STOPPED");
    assertThat(stopped.status()).isEqualTo(130);
    Shell.Said resumed = shell.manta("run", program.toString());
    assertThat(resumed.text()).contains("resumes from checkpoint", "FINISHED", "\"slope\":2.99");
    assertThat(resumed.text()).doesNotContain("first-2");
  }

  private Path copyOfTrain() throws Exception {
    Path copy = home.resolve("Train.java");
    return Files.copy(Sources.root().resolve("examples/first/Train.java"), copy);
  }
}
