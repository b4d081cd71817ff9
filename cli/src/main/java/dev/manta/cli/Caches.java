package dev.manta.cli;

import java.nio.file.Path;

/// Where things are kept that can be made again.
final class Caches {
  private Caches() {}

  /// Jars of single source files.
  static Path sources() {
    return root().resolve("sources");
  }

  private static Path root() {
    String chosen = System.getProperty("manta.cache", "");
    return chosen.isEmpty() ? usual().resolve("manta") : Path.of(chosen);
  }

  private static Path usual() {
    String given = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    return given.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(given);
  }
}
