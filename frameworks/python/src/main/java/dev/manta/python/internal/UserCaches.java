package dev.manta.python.internal;

import java.nio.file.Path;

/// Where things are kept that can be made again.
final class UserCaches {
  private UserCaches() {}

  /// What Python ranks need.
  static Path python() {
    return usual().resolve("manta").resolve("python");
  }

  private static Path usual() {
    String given = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    return given.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(given);
  }
}
