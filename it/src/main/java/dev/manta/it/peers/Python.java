package dev.manta.it.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The Python that `./dev peers` installs.
public record Python(Path program) {
  private static final long LIMIT_SECONDS = 600;

  /// The one in the user's cache.
  public static Python installed() {
    Path cache =
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
            .map(Path::of)
            .orElse(Path.of(System.getProperty("user.home"), ".cache"));
    return new Python(cache.resolve("manta/peers/bin/python"));
  }

  /// Whether it is there and has these modules.
  public boolean has(String... modules) throws IOException, InterruptedException {
    return Files.isExecutable(program)
        && start(List.of("-c", "import " + String.join(",", modules))).waitFor() == 0;
  }

  /// Runs a script of this package's resources; what it printed. What it said on its way to an
  /// error becomes the exception's message.
  public String run(String resource, List<String> arguments)
      throws IOException, InterruptedException {
    Path script = Files.createTempFile("peer-", ".py");
    Path log = Files.createTempFile("peer-", ".log");
    try (InputStream in = Python.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no script " + resource);
      }
      Files.write(script, in.readAllBytes());
      List<String> words = new ArrayList<>(List.of(script.toString()));
      words.addAll(arguments);
      return output(builder(words).redirectOutput(log.toFile()).start(), log);
    } finally {
      Files.deleteIfExists(script);
      Files.deleteIfExists(log);
    }
  }

  private static String output(Process process, Path log) throws IOException, InterruptedException {
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    String text = Files.readString(log, StandardCharsets.UTF_8);
    if (!ended || process.exitValue() != 0) {
      throw new IllegalStateException("Python failed:\n" + text);
    }
    return text;
  }

  private Process start(List<String> words) throws IOException {
    return builder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
  }

  private ProcessBuilder builder(List<String> words) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(words);
    return new ProcessBuilder(command).redirectErrorStream(true);
  }
}
