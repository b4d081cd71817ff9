package dev.manta.bench.s3;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The jars of a tool, which Maven copies into the checkout's build directory when they are first
/// needed: no program's class path has them.
///
/// @param home the checkout
/// @param name of the tool's directory in `tools`
record ToolJars(Path home, String name) {
  private static final long LIMIT_MINUTES = 5;

  /// Those of the checkout that this JVM was launched from.
  static ToolJars of(String name) {
    String home = System.getProperty("manta.home", "");
    if (home.isEmpty()) {
      throw new MantaException(
          ErrorCode.USER, name + " is of Manta's checkout: start this with ./manta");
    }
    return new ToolJars(Path.of(home), name);
  }

  /// A class path with the tool.
  String classPath() throws IOException, InterruptedException {
    Path jars = home.resolve("target").resolve(name);
    if (!isFresh(jars)) {
      copy(jars);
    }
    return jars + File.separator + "*";
  }

  private boolean isFresh(Path jars) throws IOException {
    return Files.isDirectory(jars) && modified(jars) >= newest(pom(), home.resolve("pom.xml"));
  }

  private static long newest(Path one, Path other) throws IOException {
    return Math.max(modified(one), modified(other));
  }

  private static long modified(Path path) throws IOException {
    return Files.getLastModifiedTime(path).toMillis();
  }

  /// A file of the tool's directory.
  Path file(String file) {
    return home.resolve("tools").resolve(name).resolve(file);
  }

  private Path pom() {
    return file("pom.xml");
  }

  /// What was broken off has another name, so a directory with the name is whole.
  private void copy(Path jars) throws IOException, InterruptedException {
    Path unfinished = Files.createTempDirectory(home.resolve("target"), name + "-");
    Path log = home.resolve("target").resolve(name + ".log");
    Process maven = maven(unfinished, log);
    if (!maven.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES) || maven.exitValue() != 0) {
      maven.destroyForcibly();
      throw new MantaException(
          ErrorCode.USER, "Maven could not get the jars of " + name + "; its log is " + log);
    }
    remove(jars);
    Files.move(unfinished, jars);
  }

  private Process maven(Path into, Path log) throws IOException {
    var builder =
        new ProcessBuilder(
            List.of(
                "mvn",
                "--batch-mode",
                "--no-transfer-progress",
                "-f",
                pom().toString(),
                "dependency:copy-dependencies",
                "-DincludeScope=runtime",
                "-DoutputDirectory=" + into));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  private static void remove(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
  }
}
