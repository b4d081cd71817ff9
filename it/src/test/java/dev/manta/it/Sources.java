package dev.manta.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Where the sources lie.
public final class Sources {
  private Sources() {}

  public static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve(".mvn"))) {
      here = java.util.Objects.requireNonNull(here.getParent(), "not below the project's root");
    }
    return here;
  }

  static Path core(String path) {
    return root().resolve("core").resolve(path);
  }

  /// All main sources of all modules.
  static List<Path> main() {
    try (var files = Files.walk(root())) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("/src/main/java/"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The package of a source.
  static String room(Path file) {
    String path = file.toString();
    int from = path.lastIndexOf("/java/") + "/java/".length();
    return path.substring(from, path.lastIndexOf('/')).replace('/', '.');
  }

  /// The directory of the module that a source is in.
  static Path module(Path file) {
    String path = file.toString();
    return Path.of(path.substring(0, path.indexOf("/src/")));
  }
}
