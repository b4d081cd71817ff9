package dev.manta.tune;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The Python interpreter that runs a searcher's library.
///
/// @param path its program; empty for what `MANTA_PYTHON` says, or else the `python3` of `PATH`
/// @param limit how long an answer may take, and how long its start
public record PythonInterpreter(Optional<Path> path, Duration limit) {
  /// The interpreter of the environment, with two minutes for an answer.
  public static final PythonInterpreter STANDARD =
      new PythonInterpreter(Optional.empty(), Duration.ofMinutes(2));

  public PythonInterpreter {
    if (!limit.isPositive()) {
      throw new IllegalArgumentException("the time for an answer must be above 0, but is " + limit);
    }
  }

  PythonInterpreter path(Path other) {
    return new PythonInterpreter(Optional.of(other), limit);
  }

  PythonInterpreter limit(Duration other) {
    return new PythonInterpreter(path, other);
  }
}
