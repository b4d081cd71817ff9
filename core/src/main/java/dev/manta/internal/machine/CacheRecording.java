package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The making of a start-up cache by a process that outlives this one. A lock beside the cache
/// keeps others from making it, too; one that is older than any making was left by a process that
/// was killed.
public final class CacheRecording {
  private static final Duration LOCK_STALE = Duration.ofMinutes(10);

  /// The cache is made under another name; the lock is a directory, as making one either works or
  /// does not.
  private static final String SCRIPT =
      """
      trap '' INT HUP
      cache="$1"; shift
      mkdir "$cache.lock" 2>/dev/null || exit 0
      if "$@" && [ -s "$cache.new" ]; then mv "$cache.new" "$cache"; fi
      rm -rf "$cache.new" "$cache.new.config" "$cache.lock"
      """;

  private CacheRecording() {}

  /// What tells a JVM to record the cache when it ends.
  public static String flag(Path cache) {
    return "-XX:AOTCacheOutput=" + cache + ".new";
  }

  /// Starts the command, unless another process makes the cache; returns at once.
  ///
  /// @param command a JVM with [#flag]
  public static Process start(Path cache, List<String> command) throws IOException {
    breakStale(cache.resolveSibling(cache.getFileName() + ".lock"));
    List<String> words = new ArrayList<>();
    words.addAll(List.of("/bin/sh", "-c", SCRIPT, "manta-aot", cache.toString()));
    words.addAll(command);
    return new ProcessBuilder(words)
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static void breakStale(Path lock) throws IOException {
    if (Files.exists(lock)) {
      Instant made = Files.getLastModifiedTime(lock).toInstant();
      if (made.isBefore(Instant.now().minus(LOCK_STALE))) {
        Files.deleteIfExists(lock);
      }
    }
  }
}
