package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({
    "--retries, 2, FailureConfig(max_failures=N)",
    "--gpus, 1, ScalingConfig(use_gpu=True)",
    "--heap, 2g, ranks of a script of Ray Train are Python processes",
    "--config, lr=3, 'train_loop_config, or what is given to the script after --'",
    "--dataset, train=csv:a.csv, datasets={…} of its trainer",
    "--shuffle, train, random_shuffle() of its dataset",
    "--working-dir, data, runtime_env="
  })
  void anOptionThatAScriptOfRaySetsIsRefusedByName(String option, String value, String instead) {
    assertThat(refused("run", "--ray-compat", file(), option, value))
        .contains(option)
        .contains(instead);
  }

  @Test
  void aMissingScriptOrInterpreterIsNamed() {
    assertThat(refused("run", "none.py", "--workers", "2")).contains("there is no script ");
    assertThat(refused("run", file(), "--python", "/nowhere/python"))
        .contains("there is no interpreter /nowhere/python");
    assertThat(refused("run", file(), "--working-dir", "/nowhere/data"))
        .contains("there is no working directory /nowhere/data");
    assertThat(refused("run", file(), "--python", "/nowhere/python", "--workers", "x"))
        .contains("--workers");
  }

  private static String refused(String... words) {
    Typed typed = Typed.manta(words);
    assertThat(typed.exitCode()).isNotZero();
    return typed.err();
  }
}
