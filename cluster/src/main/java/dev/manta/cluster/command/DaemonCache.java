package dev.manta.cluster.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.manta.internal.machine.UserCache;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// The ahead-of-time cache that makes daemons start faster. It is named by the JVM, its flags, and
/// place, size and time of every jar: a JVM would run what a cache holds although a jar has
/// changed.
final class DaemonCache {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");
  private static final String REHEARSAL = "dev.manta.cluster.daemon.DaemonRehearsal";

  /// The cache is made under another name by a shell, as this process may end meanwhile.
  private static final String SCRIPT =
      """
      trap '' INT HUP
      cache="$1"; shift
      mkdir "$cache.lock" 2>/dev/null || exit 0
      if "$@" && [ -s "$cache.new" ]; then mv "$cache.new" "$cache"; fi
      rm -rf "$cache.new" "$cache.new.config" "$cache.lock"
      """;

  private DaemonCache() {}

  static Optional<Path> file(String classPath, List<String> flags) {
    return name(classPath, flags).filter(Files::exists);
  }

  /// Starts making it at the lowest priority, unless it is there; returns at once.
  static void makeIfMissing(String java, String classPath, List<String> flags) {
    name(classPath, flags)
        .filter(file -> !Files.exists(file))
        .ifPresent(file -> make(file, java, classPath, flags));
  }

  private static void make(Path file, String java, String classPath, List<String> flags) {
    try {
      Files.createDirectories(file.getParent());
      List<String> command =
          new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "manta-aot", file.toString()));
      command.addAll(List.of("nice", "-n", "19", java, "-XX:AOTCacheOutput=" + file + ".new"));
      command.addAll(flags);
      command.addAll(List.of("-cp", classPath, REHEARSAL));
      new ProcessBuilder(command)
          .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "the cache for daemons cannot be made", e);
    }
  }

  /// Empty where classes lie in directories, which are not cached.
  private static Optional<Path> name(String classPath, List<String> flags) {
    try {
      var key = new StringBuilder(System.getProperty("java.vm.version")).append(flags);
      for (String entry : classPath.split(File.pathSeparator, -1)) {
        Path jar = Path.of(entry);
        if (!Files.isRegularFile(jar)) {
          return Optional.empty();
        }
        key.append(jar).append(Files.size(jar)).append(Files.getLastModifiedTime(jar));
      }
      return Optional.of(UserCache.directory().resolve("daemon-" + digest(key) + ".aot"));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String digest(CharSequence key) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.toString().getBytes(UTF_8));
      return HexFormat.of().formatHex(hash, 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
