package dev.manta.python.internal;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/// A virtual environment with the packages of a requirements file, which `manta_environment.py`
/// makes: here before ranks start, on other nodes when they do.
///
/// @param requirements a file as `pip install -r` takes it
/// @param base the interpreter that the environment is made with
public record PipEnvironment(Path requirements, Interpreter base) {
  private static final String VARIABLE = "MANTA_REQUIREMENTS";
  private static final String FILE = "requirements.txt";

  /// The environment's interpreter; makes the environment unless it is there.
  public Interpreter interpreter() {
    if (!Files.isRegularFile(requirements)) {
      throw new MantaException(ErrorCode.USER, "there is no requirements file " + requirements);
    }
    try {
      return new Interpreter(made());
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.USER,
          "no environment with %s can be made: %s".formatted(requirements, e.getMessage()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while an environment was made", e);
    }
  }

  /// Paths in a requirements file are below its own directory.
  private String made() throws IOException, InterruptedException {
    Path errors = Files.createTempFile("manta-pip", ".log");
    try {
      ProcessBuilder builder = new ProcessBuilder(base.makesEnvironment(requirements));
      builder.environment().put(PythonLibrary.VARIABLE, PythonLibrary.directory().toString());
      Process process =
          builder
              .directory(requirements.toAbsolutePath().resolveSibling("").toFile())
              .redirectInput(new File("/dev/null"))
              .redirectError(errors.toFile())
              .start();
      byte[] said = process.getInputStream().readAllBytes();
      if (process.waitFor() != 0) {
        throw new IOException(Files.readString(errors, StandardCharsets.UTF_8).strip());
      }
      return new String(said, StandardCharsets.UTF_8).strip();
    } finally {
      Files.delete(errors);
    }
  }

  /// What other nodes need to make the same one.
  public WorkerRuntime.Folder folder() {
    try {
      byte[] content = Files.readAllBytes(requirements);
      var crc = new CRC32C();
      crc.update(content);
      String name = HexFormat.of().toHexDigits((int) crc.getValue());
      Path directory = UserCaches.python().resolve("requirements").resolve(name);
      Files.createDirectories(directory);
      Path fresh = Files.createTempFile(directory, "new-", "");
      Files.write(fresh, content);
      Files.move(fresh, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
      return new WorkerRuntime.Folder(VARIABLE, directory.toString(), FILE);
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.USER,
          "%s cannot be copied for other nodes: %s".formatted(requirements, e.getMessage()),
          e);
    }
  }
}
