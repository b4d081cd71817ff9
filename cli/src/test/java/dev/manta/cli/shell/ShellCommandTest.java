package dev.manta.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ShellCommandTest {
  @TempDir Path directory;

  private String typed(String... snippets) throws Exception {
    Path file = Files.writeString(directory.resolve("typed.jsh"), String.join("\n", snippets));
    var printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      assertThat(new CommandLine(new ShellCommand()).execute(file.toString())).isZero();
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatMantaHasIsImported() throws Exception {
    assertThat(typed("System.out.println(Metrics.of(\"loss\", 1))", "/exit")).contains("loss");
  }

  @Test
  void aJarThatIsNotThereIsNamed() throws Exception {
    var parsed = new CommandLine(new ShellCommand());
    parsed.parseArgs("-cp", directory.resolve("none.jar").toString());
    ShellCommand command = parsed.getCommand();
    org.assertj.core.api.Assertions.assertThatThrownBy(command::call)
        .hasMessage("no jar or directory of classes at " + directory.resolve("none.jar"));
  }
}
