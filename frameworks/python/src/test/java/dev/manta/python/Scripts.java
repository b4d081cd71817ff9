package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.TrainingFailed;
import dev.manta.python.internal.PythonLibrary;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/// Runs scripts that tests write, with any Python that this machine has.
record Scripts(Path directory) {
  private static final Path PYTHON = python();

  private static Path python() {
    for (String each : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      Path found = Path.of(each, "python3");
      if (Files.isExecutable(found)) {
        return found;
      }
    }
    return Path.of("/nowhere/python3");
  }

  /// The test is skipped where there is no interpreter.
  static Path anyPython() {
    Assumptions.assumeTrue(Files.isExecutable(PYTHON), "no python3 on the PATH");
    return PYTHON;
  }

  /// Skips the test where the interpreter lacks a module.
  static void requireModule(String name) {
    try {
      int status =
          new ProcessBuilder(anyPython().toString(), "-c", "import " + name).start().waitFor();
      Assumptions.assumeTrue(status == 0, "python3 on the PATH has no " + name);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// The output of a program that can import `manta`, which must end well.
  static String output(String program, Object... arguments) throws Exception {
    var command = new ArrayList<>(List.of(anyPython().toString(), "-c", program));
    List.of(arguments).forEach(argument -> command.add(argument.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PYTHONPATH", PythonLibrary.directory().toString());
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  /// A script with this text.
  PythonTrainer script(String name, String text) {
    return PythonTrainer.script(write(name, text)).python(anyPython().toString());
  }

  String write(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text).toString();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// How a run of a name is kept.
  RunConfig run(String name) {
    return RunConfig.named(name).storage(directory.resolve("runs").toString()).quiet();
  }

  Result fit(String text, int workers, String... arguments) {
    return script("train.py", text)
        .args(arguments)
        .scaling(ScalingConfig.workers(workers))
        .run(run("train"))
        .fit();
  }

  /// What a run failed with, which must fail.
  TrainingFailed failure(PythonTrainer trainer) {
    Optional<TrainingFailed> failed;
    try {
      trainer.fit();
      failed = Optional.empty();
    } catch (TrainingFailed e) {
      failed = Optional.of(e);
    }
    return failed.orElseThrow(() -> new AssertionError("the run did not fail"));
  }

  String log(String run, int rank) throws IOException {
    StringBuilder text = new StringBuilder();
    try (var logs = Files.list(directory.resolve("runs").resolve(run).resolve("logs"))) {
      for (Path log : logs.sorted().toList()) {
        if (log.getFileName().toString().startsWith("rank-" + rank + "-")) {
          text.append(Files.readString(log));
        }
      }
    }
    return text.toString();
  }
}
