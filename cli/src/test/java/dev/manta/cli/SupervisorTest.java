package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SupervisorTest {
  @TempDir Path directory;

  /// The supervisor's exit status when a shell program has had its lives.
  private int supervise(String script) throws IOException, InterruptedException {
    return status(Supervisor.start(program(script), directory.resolve("log")));
  }

  private List<String> program(String script) {
    Path lives = directory.resolve("lives");
    return List.of("/bin/sh", "-c", "echo life >> \"$0\"\n" + script, "" + lives);
  }

  private static int status(Process supervisor) throws InterruptedException {
    assertThat(supervisor.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return supervisor.exitValue();
  }

  private long lives() throws IOException {
    try (var lines = Files.lines(directory.resolve("lives"))) {
      return lines.count();
    }
  }

  @Test
  void aProgramThatIsKilledIsStartedAgain() throws Exception {
    int status = supervise("[ $(wc -l < \"$0\") -gt 1 ] && exit 3; kill -9 $$");

    assertThat(status).isEqualTo(3);
    assertThat(lives()).isEqualTo(2);
    assertThat(directory.resolve("log")).content().contains("ended by signal 9", "again in 0 s");
  }

  @Test
  void aProgramThatEndsByItselfHasEnded() throws Exception {
    assertThat(supervise("exit 1")).isEqualTo(1);
    assertThat(lives()).isEqualTo(1);
  }

  @Test
  void aProgramThatWasAskedToEndHasEnded() throws Exception {
    assertThat(supervise("kill -TERM $$")).isEqualTo(143);
    assertThat(lives()).isEqualTo(1);
  }

  @Test
  void aDaemonLivesUntilItSaysThatItIsDone() throws Exception {
    String script = "[ $(wc -l < \"$0\") -gt 1 ] && [ $MANTA_RESTARTED = 1 ] && exit 0; exit 255";
    Process supervisor = Supervisor.startDaemon(program(script), directory.resolve("log"));

    assertThat(status(supervisor)).isZero();
    assertThat(lives()).isEqualTo(2);
    assertThat(directory.resolve("log")).content().contains("has ended with status 255");
  }

  @Test
  void aDaemonThatSomebodyMustHelpFirstHasEnded() throws Exception {
    Process supervisor = Supervisor.startDaemon(program("exit 2"), directory.resolve("log"));

    assertThat(status(supervisor)).isEqualTo(2);
    assertThat(lives()).isEqualTo(1);
  }

  @Test
  void aProgramHasNoTerminalAndASessionOfItsOwn() throws Exception {
    supervise("ps -o tty=,sess= -p $$ >> \"$0\" 2> /dev/null; [ ! -t 0 ] && echo none >> \"$0\"");

    String session = Files.readString(Path.of("/proc/self/stat")).split(" ", -1)[5];
    assertThat(directory.resolve("lives")).content().contains("none").doesNotContain(" " + session);
  }
}
