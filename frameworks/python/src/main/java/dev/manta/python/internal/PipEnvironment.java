package dev.manta.python.internal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A virtual environment with the packages of a requirements file, made once for each content of
/// the file and each interpreter, and kept in the user's cache. It is made with uv where that is
/// installed, else with venv and pip.
///
/// @param requirements a file as `pip install -r` takes it
/// @param base the interpreter that the environment is made with
public record PipEnvironment(Path requirements, Interpreter base) {
  private static final int HASH_CHARACTERS = 16;
  private static final int TAIL_CHARACTERS = 2000;
  private static final String COMPLETE = ".manta-complete";
  private static final String PYTHON = "bin/python";

  /// The environment's interpreter; makes the environment unless it is there. Other processes that
  /// need the same one wait meanwhile.
  public Interpreter interpreter(Map<String, String> around) {
    if (!Files.isRegularFile(requirements)) {
      throw new MantaException(ErrorCode.USER, "there is no requirements file " + requirements);
    }
    Path environments = UserCaches.python().resolve("environments");
    try {
      Path directory = environments.resolve(hash());
      Files.createDirectories(environments);
      Path lock = environments.resolve(directory.getFileName() + ".lock");
      try (var channel =
              FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          var _ = channel.lock()) {
        if (!isThere(directory)) {
          make(directory, around);
        }
      }
      return new Interpreter(directory.resolve(PYTHON).toString());
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.USER,
          "no environment with %s can be made in %s: %s"
              .formatted(requirements, environments, e.getMessage()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while an environment was made", e);
    }
  }

  /// Whether it was made, and the interpreter that it leads to has not been removed since.
  private static boolean isThere(Path directory) {
    return Files.exists(directory.resolve(COMPLETE))
        && Files.isExecutable(directory.resolve(PYTHON));
  }

  /// One that was left half made is made anew.
  private void make(Path directory, Map<String, String> around)
      throws IOException, InterruptedException {
    Optional<Path> uv = onPath("uv", around);
    String python = directory.resolve(PYTHON).toString();
    String file = requirements.toString();
    if (uv.isPresent()) {
      String program = uv.get().toString();
      run(List.of(program, "venv", "--clear", "--python", base.program(), directory.toString()));
      run(List.of(program, "pip", "install", "--python", python, "-r", file));
    } else {
      run(List.of(base.program(), "-m", "venv", "--clear", directory.toString()));
      run(List.of(python, "-m", "pip", "install", "--disable-pip-version-check", "-r", file));
    }
    Files.write(directory.resolve(COMPLETE), new byte[0]);
  }

  private static Optional<Path> onPath(String program, Map<String, String> around) {
    return Stream.of(around.getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// Paths in a requirements file are below its own directory.
  private void run(List<String> command) throws IOException, InterruptedException {
    Path log = Files.createTempFile("manta-pip", ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(requirements.toAbsolutePath().resolveSibling("").toFile())
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (process.waitFor() != 0) {
        String said = Files.readString(log, StandardCharsets.UTF_8).strip();
        String tail = said.substring(Math.max(0, said.length() - TAIL_CHARACTERS));
        throw new IOException(String.join(" ", command) + " failed:\n" + tail);
      }
    } finally {
      Files.delete(log);
    }
  }

  private String hash() throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(base.program().getBytes(StandardCharsets.UTF_8));
      digest.update(Files.readAllBytes(requirements));
      return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_CHARACTERS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
