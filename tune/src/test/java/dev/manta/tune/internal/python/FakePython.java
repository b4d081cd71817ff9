package dev.manta.tune.internal.python;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// Interpreters that are made for a test: programs in a directory of its own.
record FakePython(Path directory) {
  /// One that is not a Python, but answers as one that goes wrong in some manner.
  Path manner(String manner) {
    return program(
        manner,
        "exec python3 '%s' '%s' '%s'".formatted(file("fake.py"), manner, directory("pids")));
  }

  /// Python without packages.
  Path bare() {
    return program("bare", "exec python3 -S -E \"$@\"");
  }

  /// Python with packages that are stubs.
  Path stubs() {
    return program("stubs", "PYTHONPATH='%s' exec python3 -S \"$@\"".formatted(file("stub")));
  }

  private Path program(String name, String line) {
    assumePython();
    try {
      Path program = directory("programs").resolve(name.replace(' ', '-'));
      Files.writeString(program, "#!/bin/sh\n" + line + "\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
      return program;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assumePython() {
    boolean there;
    try {
      Process python = new ProcessBuilder("python3", "-c", "").start();
      there = python.waitFor(60, TimeUnit.SECONDS) && python.exitValue() == 0;
    } catch (IOException e) {
      there = false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Assumptions.assumeTrue(there, "this machine has no python3");
  }

  private static Path file(String name) {
    try {
      return Path.of(Objects.requireNonNull(FakePython.class.getResource(name)).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path directory(String name) {
    try {
      return Files.createDirectories(directory.resolve(name));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The processes that have ever begun.
  List<Long> begun() {
    try (Stream<Path> files = Files.list(directory("pids"))) {
      return files.map(each -> Long.valueOf(each.getFileName().toString())).toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Those that run.
  List<ProcessHandle> running() {
    return begun().stream()
        .flatMap(each -> ProcessHandle.of(each).stream())
        .filter(ProcessHandle::isAlive)
        .toList();
  }

  /// Waits until all have ended.
  void awaitEnds() throws Exception {
    for (ProcessHandle each : running()) {
      each.onExit().get(30, TimeUnit.SECONDS);
    }
  }
}
