package dev.manta.testkit.python;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// The Python that `./dev peers` installs, with torch, safetensors and Optuna; a test that needs it
/// is skipped where it is missing.
public final class Python {
  private static final long LIMIT_SECONDS = 300;

  private Python() {}

  /// Runs a script; what it printed. Fails with its output when it fails.
  public static String run(String script, Object... arguments) {
    List<String> command = new ArrayList<>(List.of(program().toString(), "-c", script));
    for (Object each : arguments) {
      command.add(each.toString());
    }
    try {
      return output(command);
    } catch (IOException e) {
      throw new IllegalStateException("Python cannot be started", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static Path program() {
    Path python = peers().resolve("bin/python");
    Assumptions.assumeTrue(
        Files.isExecutable(python), "no Python with torch; ./dev peers installs it");
    return python;
  }

  /// Skips the test unless Python has a module.
  public static void assumeHas(String module) {
    Assumptions.assumeTrue(
        has(module), "Python has no " + module + "; ./dev peers installs it if pip finds it");
  }

  private static boolean has(String module) {
    String found =
        run("import importlib.util,sys;print(importlib.util.find_spec(sys.argv[1]))", module);
    return !found.strip().equals("None");
  }

  /// The interpreter itself, if it has a module; the test is skipped otherwise.
  public static Path with(String module) {
    Path python = program();
    Assumptions.assumeTrue(
        has(module), "no " + module + "; install it: " + python + " -m pip install " + module);
    return python;
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Path log = Files.createTempFile("python", ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly();
      }
      String text = Files.readString(log, StandardCharsets.UTF_8);
      if (!ended || process.exitValue() != 0) {
        throw new AssertionError("Python failed:\n" + text);
      }
      return text;
    } finally {
      Files.delete(log);
    }
  }

  private static Path peers() {
    Path cache =
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
            .map(Path::of)
            .orElse(Path.of(System.getProperty("user.home"), ".cache"));
    return cache.resolve("manta/peers");
  }
}
