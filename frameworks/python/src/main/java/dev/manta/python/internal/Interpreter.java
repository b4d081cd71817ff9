package dev.manta.python.internal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A Python interpreter.
///
/// @param program its path, or a name that the shell finds
public record Interpreter(String program) {
  private static final Duration CHECK_MAX = Duration.ofMinutes(2);
  private static final String OLDEST = "(3, 9)";
  private static final String IN_ENVIRONMENT = "bin/python";

  /// Finds Manta's modules, and nothing in the directory that the process happens to start in.
  private static final String FIND =
      "import os, sys; sys.path = [os.environ['%s'], *filter(None, sys.path)]; "
          .formatted(PythonLibrary.VARIABLE);

  /// The one that was chosen, or the first of these that is there: what `MANTA_PYTHON` names, the
  /// virtual environment that is active, one beside the script in `.venv`, and what the shell
  /// finds.
  public static Interpreter find(Optional<String> chosen, Path script, Map<String, String> around) {
    return chosen
        .or(() -> Optional.ofNullable(around.get("MANTA_PYTHON")))
        .map(Interpreter::require)
        .orElseGet(() -> usual(script, around));
  }

  private static Interpreter require(String program) {
    Path path = Path.of(program);
    if (Files.isDirectory(path) && Files.isExecutable(path.resolve(IN_ENVIRONMENT))) {
      return new Interpreter(path.resolve(IN_ENVIRONMENT).toAbsolutePath().toString());
    }
    boolean named = program.indexOf('/') < 0;
    if (!named && (Files.isDirectory(path) || !Files.isExecutable(path))) {
      throw missing("there is no interpreter " + program);
    }
    return new Interpreter(named ? program : path.toAbsolutePath().toString());
  }

  private static Interpreter usual(Path script, Map<String, String> around) {
    Stream<Path> environments =
        Stream.concat(
            Stream.ofNullable(around.get("VIRTUAL_ENV")).map(Path::of),
            Stream.of(script.resolveSibling(".venv")));
    return environments
        .map(each -> each.resolve(IN_ENVIRONMENT))
        .filter(Files::isExecutable)
        .map(path -> new Interpreter(path.toAbsolutePath().toString()))
        .findFirst()
        .or(() -> onPath(around))
        .orElseThrow(() -> missing("there is neither python3 nor python on the PATH"));
  }

  private static Optional<Interpreter> onPath(Map<String, String> around) {
    List<String> directories =
        List.of(around.getOrDefault("PATH", "").split(File.pathSeparator, -1));
    return Stream.of("python3", "python")
        .flatMap(name -> directories.stream().map(directory -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .map(path -> new Interpreter(path.toString()))
        .findFirst();
  }

  private static MantaException missing(String what) {
    return new MantaException(
        ErrorCode.USER,
        what
            + "; give the path of a Python 3.9 or later with --python, PythonTrainer.python or the variable MANTA_PYTHON");
  }

  /// The command that starts a worker. Its code is imported rather than run as a file, so that it
  /// is compiled once, and the same module that scripts import.
  public List<String> worker() {
    return List.of(program, "-u", "-c", FIND + "import manta; manta._worker_main()");
  }

  /// The command that starts a worker which first makes its environment, and continues in that.
  public List<String> workerInEnvironment() {
    return List.of(
        program, "-u", "-c", FIND + "import manta_environment; manta_environment._rank_main()");
  }

  /// The command that makes an environment, and prints the interpreter of it.
  List<String> makesEnvironment(Path requirements) {
    String code = FIND + "import manta_environment; manta_environment._made_main()";
    return List.of(program, "-c", code, requirements.toString());
  }

  /// Asks the interpreter whether it can train with a script, which it does not run.
  ///
  /// @param function a function of the script, or empty for the script itself
  /// @param variables those that a rank will have beside this process's, with that of the
  ///   [library][PythonLibrary#VARIABLE]
  /// @throws MantaException that says why not
  public void require(Path script, String function, Map<String, String> variables) {
    List<String> command = new ArrayList<>(List.of(program, "-c", check()));
    command.addAll(List.of(script.toString(), function));
    try {
      String answer = answer(command, variables);
      JsonObject said = Json.parse(answer).asObject();
      said.find("wrong").map(Json::asText).ifPresent(Interpreter::refuse);
    } catch (IOException e) {
      throw missing("the interpreter %s cannot be started: %s".formatted(program, e.getMessage()));
    } catch (JsonException e) {
      throw new MantaException(
          ErrorCode.USER, program + " is not a Python that Manta knows: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + program + " was asked", e);
    }
  }

  private static String check() {
    return "import sys\nif sys.version_info < "
        + OLDEST
        + ": sys.exit('this is Python %d.%d, and Manta needs 3.9 or later' % sys.version_info[:2])\n"
        + FIND
        + "import manta; manta._check_main()";
  }

  private static void refuse(String why) {
    throw new MantaException(ErrorCode.USER, why);
  }

  /// What it prints goes through files, so that neither end waits for the other.
  private String answer(List<String> command, Map<String, String> variables)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("manta-python", ".out");
    Path errors = Files.createTempFile("manta-python", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(variables);
      builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
      Process process = builder.redirectOutput(out.toFile()).redirectError(errors.toFile()).start();
      boolean ended = endsWithin(process, CHECK_MAX);
      if (!ended || process.exitValue() != 0) {
        throw failed(ended, Files.readString(errors, StandardCharsets.UTF_8));
      }
      return Files.readString(out, StandardCharsets.UTF_8);
    } finally {
      Files.delete(out);
      Files.delete(errors);
    }
  }

  /// Whoever does not end, or is not waited for any more, is ended.
  private static boolean endsWithin(Process process, Duration limit) throws InterruptedException {
    try {
      return process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
    } finally {
      process.destroyForcibly();
    }
  }

  private MantaException failed(boolean ended, String errors) {
    String how = ended ? "" : " within " + CHECK_MAX.toMinutes() + " min";
    return new MantaException(
        ErrorCode.USER,
        "%s could not be asked about the script%s: %s"
            .formatted(
                program, how, errors.strip().isEmpty() ? "it said nothing" : errors.strip()));
  }
}
