package dev.manta.cli;

import dev.manta.python.PythonTrainer;
import java.util.Optional;
import picocli.CommandLine.Option;

/// Which Python runs a script, as it is typed.
final class PythonOptions {
  @Option(
      names = "--python",
      paramLabel = "PATH",
      description =
          "The interpreter of a .py file, or a virtual environment (default: MANTA_PYTHON, the active"
              + " environment, .venv beside the file, or python3).")
  Optional<String> python = Optional.empty();

  @Option(
      names = "--ray-compat",
      description = "Run a script that was written for Ray Train as it is, on Manta's ranks.")
  boolean rayCompat;

  @Option(
      names = "--with-pip",
      paramLabel = "FILE",
      description =
          "Ranks of a .py file run in an environment with the packages of this requirements file,"
              + " which is made once.")
  Optional<String> requirements = Optional.empty();

  PythonTrainer over(PythonTrainer trainer) {
    PythonTrainer chosen = python.map(trainer::python).orElse(trainer);
    return requirements.map(chosen::requirements).orElse(chosen);
  }
}
