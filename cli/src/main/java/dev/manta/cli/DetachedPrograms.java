package dev.manta.cli;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.FileErrors;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// What detached programs leave: a directory each, with the program's log and which runs it began.
/// The newest stay, and those of programs that run.
record DetachedPrograms(Path root) {
  private static final int KEPT = 20;

  static DetachedPrograms ofUser() {
    return new DetachedPrograms(Path.of(System.getProperty("user.home"), ".manta", "detached"));
  }

  /// A directory for one more program; those that nobody needs any more go.
  Path begin() throws IOException {
    Path own = make();
    sweep();
    return own;
  }

  private Path make() throws IOException {
    try {
      return Files.createTempDirectory(Files.createDirectories(root), "");
    } catch (FileSystemException e) {
      throw new MantaException(
          ErrorCode.USER,
          "cannot keep what detached programs print in %s: %s; make it a directory that you can write"
              .formatted(root, FileErrors.words(e)),
          e);
    }
  }

  private void sweep() throws IOException {
    List<Path> old = beyondNewest();
    if (!old.isEmpty()) {
      String running = commandLines();
      old.stream()
          .filter(each -> !running.contains(each.toString()))
          .forEach(DetachedPrograms::delete);
    }
  }

  private List<Path> beyondNewest() throws IOException {
    try (Stream<Path> all = Files.list(root)) {
      return all.sorted(Comparator.comparing(DetachedPrograms::changed).reversed())
          .skip(KEPT)
          .toList();
    }
  }

  /// When it began its last run; one that is gone meanwhile is the oldest.
  private static FileTime changed(Path directory) {
    try {
      return Files.getLastModifiedTime(directory);
    } catch (IOException gone) {
      return FileTime.fromMillis(0);
    }
  }

  /// A program is told its directory in its first argument, and so is its supervisor.
  private static String commandLines() {
    StringBuilder lines = new StringBuilder();
    ProcessHandle.allProcesses()
        .forEach(process -> process.info().commandLine().ifPresent(lines::append));
    return lines.toString();
  }

  /// An old log that cannot be deleted is no reason not to begin.
  private static void delete(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory);
    } catch (IOException kept) {
      return;
    }
  }
}
