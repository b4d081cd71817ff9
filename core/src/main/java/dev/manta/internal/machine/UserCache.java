package dev.manta.internal.machine;

import java.nio.file.Path;

/// Where Manta keeps what it can make again: `$XDG_CACHE_HOME/manta`, or `~/.cache/manta`.
public final class UserCache {
  private UserCache() {}

  public static Path directory() {
    String configured = System.getenv("XDG_CACHE_HOME");
    return configured != null && configured.startsWith("/")
        ? Path.of(configured, "manta")
        : Path.of(System.getProperty("user.home"), ".cache", "manta");
  }
}
