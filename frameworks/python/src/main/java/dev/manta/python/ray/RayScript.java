package dev.manta.python.ray;

import dev.manta.Manta;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.python.internal.Interpreter;
import dev.manta.python.internal.PipEnvironment;
import dev.manta.python.internal.PythonLibrary;
import dev.manta.python.internal.driver.DriverCalls;
import dev.manta.python.internal.driver.DriverDoor;
import dev.manta.storage.Location;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A script that was written for Ray Train, run as it is: its `import ray` finds a package of
/// Manta's, and what it trains runs on Manta's ranks.
///
/// ```java
/// int status = RayScript.of("ray_script.py").args("--epochs", "3").run();
/// ```
public final class RayScript {
  private static final String PATH = "PYTHONPATH";
  private static final String PACKAGES = "ray_compat";

  private final Path file;
  private final List<String> arguments;
  private final Optional<String> python;
  private final Optional<Path> requirements;

  private RayScript(
      Path file, List<String> arguments, Optional<String> python, Optional<Path> requirements) {
    this.file = file;
    this.arguments = List.copyOf(arguments);
    this.python = python;
    this.requirements = requirements;
  }

  /// The script in that file; a relative path is below the directory that the program was started
  /// in.
  public static RayScript of(String file) {
    Path path = Location.directory().resolve(file);
    return new RayScript(path, List.of(), Optional.empty(), Optional.empty());
  }

  /// What the script finds in `sys.argv` behind its name.
  public RayScript args(String... given) {
    return new RayScript(file, List.of(given), python, requirements);
  }

  /// The interpreter of the script and of ranks, or the directory of a virtual environment; found
  /// as [dev.manta.python.PythonTrainer#python] says unless set.
  public RayScript python(String path) {
    return new RayScript(file, arguments, Optional.of(path), requirements);
  }

  /// The script and ranks run in a virtual environment with the packages of a requirements file, as
  /// [dev.manta.python.PythonTrainer#requirements] says.
  public RayScript requirements(String path) {
    Path given = Location.directory().resolve(path);
    return new RayScript(file, arguments, python, Optional.of(given));
  }

  /// Runs the script to its end, and gives its exit status. What it asks for while it runs is done
  /// by this process.
  public int run() {
    if (!Files.isRegularFile(file)) {
      throw new MantaException(ErrorCode.USER, "there is no script " + file);
    }
    requireHere();
    Interpreter base = Interpreter.find(python, file, System.getenv());
    Interpreter interpreter =
        requirements.map(packages -> new PipEnvironment(packages, base).interpreter()).orElse(base);
    try (DriverDoor door = DriverDoor.open(new DriverCalls(Optional.of(interpreter.program())))) {
      return start(interpreter, door.variables()).waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + file + " ran", e);
    }
  }

  /// Ranks ask the driver for its functions and rows, by files and sockets of one machine.
  private static void requireHere() {
    if (Manta.local().isCluster()) {
      throw new MantaException(
          ErrorCode.USER,
          "a script of Ray Train trains on this machine: run it without MANTA_ADDRESS, or give its training function, with calls of manta in place of ray.train, to `manta run --loop FILE.py::FUNCTION`");
    }
  }

  private Process start(Interpreter interpreter, Map<String, String> door) {
    List<String> command = new ArrayList<>(List.of(interpreter.program(), file.toString()));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(Location.directory().toFile()).inheritIO();
    builder.environment().putAll(door);
    builder.environment().put(PATH, searchPath(builder.environment().getOrDefault(PATH, "")));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.USER,
          "the interpreter %s cannot be started: %s"
              .formatted(interpreter.program(), e.getMessage()),
          e);
    }
  }

  private static String searchPath(String before) {
    Path library = PythonLibrary.directory();
    List<String> entries = new ArrayList<>();
    entries.add(library.resolve(PACKAGES).toString());
    entries.add(library.toString());
    if (!before.isEmpty()) {
      entries.add(before);
    }
    return String.join(File.pathSeparator, entries);
  }
}
