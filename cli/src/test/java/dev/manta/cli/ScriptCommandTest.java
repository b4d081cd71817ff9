package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Python scripts after `manta run`.
final class ScriptCommandTest {
  @TempDir Path directory;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("train.py"), "def train(config): pass\n");
  }

  private String file() {
    return directory.resolve("train.py").toString();
  }

  @Test
  void anOptionThatMantaDoesNotHaveIsTakenForOneOfTheScript() {
    assertThat(refused("run", file(), "--lr", "3"))
        .contains("what the script itself is given comes after --");
  }

  @Test
  void aScriptHasArgumentsAndAFunctionHasAConfig() {
    assertThat(refused("run", file(), "--config", "lr=3"))
        .contains("--config needs --loop FILE.py::FUNCTION");
    assertThat(refused("run", "--loop", file() + "::train", "--", "--lr", "3"))
        .contains("names the file already, and its function has a config");
  }

  @Test
  void aMissingScriptOrInterpreterIsNamed() {
    assertThat(refused("run", "none.py", "--workers", "2")).contains("there is no script ");
    assertThat(refused("run", file(), "--python", "/nowhere/python"))
        .contains("there is no interpreter /nowhere/python");
    assertThat(refused("run", file(), "--python", "/nowhere/python", "--workers", "x"))
        .contains("--workers");
  }

  private static String refused(String... words) {
    Typed typed = Typed.manta(words);
    assertThat(typed.exitCode()).isNotZero();
    return typed.err();
  }
}
