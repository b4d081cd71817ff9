package dev.manta.it.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Directories of a target's own, which are gone when the process ends.
final class Scratch {
  private Scratch() {}

  static Path directory() throws IOException {
    Path made = Files.createTempDirectory("manta-fuzz-");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(made)));
    return made;
  }

  private static void remove(Path directory) {
    try {
      empty(directory);
    } catch (IOException left) {
      System.err.println("manta: " + directory + " is left: " + left);
    }
  }

  /// Removes a directory with all that is in it.
  static void empty(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> files = Files.walk(directory)) {
      all = files.toList();
    }
    for (Path each : all.reversed()) {
      Files.delete(each);
    }
  }
}
