package dev.manta.internal.worker;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/// Removes directories of Manta's own; links are removed, never followed.
final class Sweep {
  private Sweep() {}

  /// Removes a file or directory with all it holds; what cannot be removed stays.
  static void delete(Path root) {
    delete(root.toFile());
  }

  private static void delete(File file) {
    File[] inside = Files.isSymbolicLink(file.toPath()) ? null : file.listFiles();
    if (inside != null) {
      for (File each : inside) {
        delete(each);
      }
    }
    if (!file.delete() && file.exists()) {
      System.err.println("manta: cannot remove " + file);
    }
  }
}
