package dev.manta.testkit.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.opentest4j.TestAbortedException;

/// A package of npm in one version, installed once into the user's cache; a test that needs it is
/// skipped where it cannot be had.
///
/// @param name as the registry has it
/// @param cache the directory that holds a directory for each package and version
public record NodePackage(String name, String version, Path cache) {
  private static final long INSTALL_MINUTES = 5;
  private static final List<String> INSTALL =
      List.of(
          "npm",
          "install",
          "--ignore-scripts",
          "--no-audit",
          "--no-fund",
          "--omit=dev",
          "--omit=optional",
          "--fetch-retries=1");

  /// What could not be had is not asked for again by this process: each time takes a minute where
  /// the registry does not answer.
  private static final Map<Path, String> FAILED = new ConcurrentHashMap<>();

  /// A package in the user's cache, which all tests of this user share.
  public NodePackage(String name, String version) {
    this(name, version, usersCache());
  }

  /// A file of the package such as `bin/server.js`, which is installed where it is not yet.
  public Path file(String path) {
    return installed().resolve("node_modules").resolve(name).resolve(path);
  }

  private Path installed() {
    Path home = cache.resolve(name.replace('/', '-') + "-" + version);
    String failed = FAILED.getOrDefault(home, "");
    Assumptions.assumeTrue(failed.isEmpty(), () -> skipped(failed));
    try {
      return Files.isDirectory(home) ? home : installOnce(home);
    } catch (IOException e) {
      throw fail(home, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /// One of many processes installs it, the others wait.
  private Path installOnce(Path home) throws IOException, InterruptedException {
    Files.createDirectories(cache);
    synchronized (NodePackage.class) {
      try (FileChannel file =
              FileChannel.open(lockOf(home), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = file.lock()) {
        return Files.isDirectory(home) ? home : install(home);
      }
    }
  }

  private static Path lockOf(Path home) {
    return home.resolveSibling(home.getFileName() + ".lock");
  }

  /// What was broken off has another name, so a directory with the name is whole.
  private Path install(Path home) throws IOException, InterruptedException {
    Path unfinished = home.resolveSibling(home.getFileName() + ".unfinished");
    Path log = home.resolveSibling(home.getFileName() + ".log");
    Process npm = npm(unfinished, log);
    try {
      if (!npm.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES) || npm.exitValue() != 0) {
        throw fail(home, "npm could not install it: " + errorIn(log));
      }
    } finally {
      npm.descendants().forEach(ProcessHandle::destroyForcibly);
      npm.destroyForcibly();
    }
    return Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
  }

  /// Without the scripts of packages: none of them may run code when it is installed.
  private Process npm(Path into, Path log) throws IOException {
    List<String> command = new ArrayList<>(INSTALL);
    command.addAll(List.of("--prefix", into.toString(), name + "@" + version));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static String errorIn(Path log) throws IOException {
    return Files.readString(log, StandardCharsets.UTF_8)
            .lines()
            .filter(line -> line.startsWith("npm error"))
            .findFirst()
            .orElse("it did not end in " + INSTALL_MINUTES + " minutes")
        + " ("
        + log
        + ")";
  }

  private TestAbortedException fail(Path home, String why) {
    FAILED.put(home, why);
    return new TestAbortedException(skipped(why));
  }

  private String skipped(String why) {
    return "no " + name + " " + version + ", which this test starts: " + why;
  }

  private static Path usersCache() {
    return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
        .map(Path::of)
        .orElse(Path.of(System.getProperty("user.home"), ".cache"))
        .resolve("manta/npm");
  }
}
