package dev.manta.internal.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.manta.internal.code.JarHash;
import dev.manta.internal.machine.UserCache;
import dev.manta.internal.worker.Rehearsal;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// The ahead-of-time cache that makes worker JVMs start faster.
///
/// A JVM may run what a cache holds when the jar has changed since, and complains aloud when the
/// same jar lies elsewhere or is newer. So a cache is named by the content, place and time of
/// Manta's jar and those of frameworks, the JVM's build and the flags that matter to it, and never
/// holds the user's code. It is made in the background when a run ends; without one, workers only
/// start slower. Then caches that nobody has opened for a month are deleted, and all but the few
/// that were used last.
final class AotCache {
  private static final System.Logger LOG = System.getLogger("dev.manta.local");
  private static final long LOCK_STALE_MILLIS = 10 * 60 * 1000L;
  private static final Duration UNUSED = Duration.ofDays(30);
  private static final int CACHES_MAX = 10;
  private static final int NOTES_MAX = 500;

  /// Classes of programs as jars, which were sent to nodes.
  private static final int DIRECTORIES_MAX = 50;

  private static final String SCRIPT =
      """
      trap '' INT HUP
      cache="$1"; shift
      mkdir "$cache.lock" 2>/dev/null || exit 0
      if "$@" && [ -s "$cache.new" ]; then mv "$cache.new" "$cache"; fi
      rm -rf "$cache.new" "$cache.new.config" "$cache.lock"
      """;

  private final Path directory;
  private final List<Path> jars;

  /// The jars are Manta's own and then those of frameworks.
  AotCache(Path directory, List<Path> jars) {
    this.directory = directory;
    this.jars = List.copyOf(jars);
  }

  static AotCache ofThisUser() {
    return of(WorkerProgram.ofThisProcess());
  }

  static AotCache of(WorkerProgram program) {
    return new AotCache(UserCache.directory(), program.first());
  }

  /// The cache for workers with these options of the user's, if it has been made.
  Optional<Path> file(List<String> userOptions) {
    return name(userOptions).filter(Files::exists);
  }

  /// Starts making the cache, at the lowest priority, unless it is there; returns at once.
  void makeIfMissing(List<String> userOptions) {
    makeIfMissing(userOptions, List.of("nice", "-n", "19"));
  }

  /// The same without lowering its priority, for programs that start many workers right away.
  void makeAtFullPriority(List<String> userOptions) {
    makeIfMissing(userOptions, List.of());
  }

  private void makeIfMissing(List<String> userOptions, List<String> priority) {
    name(userOptions)
        .filter(file -> !Files.exists(file))
        .ifPresent(file -> make(file, userOptions, priority));
  }

  /// Empty when there can be none: classes in directories are not cached, and an agent rules it
  /// out, as does an option that switches caches off.
  Optional<Path> name(List<String> userOptions) {
    if (!jars.stream().allMatch(Files::isRegularFile) || CachedOptions.preventCache(userOptions)) {
      return Optional.empty();
    }
    try {
      String key = String.join("\n", jvm(), hashes(), flags(userOptions));
      return Optional.of(directory.resolve("worker-" + sha256(key) + ".aot"));
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "no cache for workers", e);
      return Optional.empty();
    }
  }

  private String hashes() throws IOException {
    List<String> hashes = new ArrayList<>();
    for (Path jar : jars) {
      hashes.add(JarHash.of(jar, directory) + " " + Files.getLastModifiedTime(jar) + " " + jar);
    }
    return String.join(" ", hashes);
  }

  private static String jvm() {
    return System.getProperty("java.vm.vendor") + " " + System.getProperty("java.vm.version");
  }

  private static String flags(List<String> userOptions) {
    return CachedOptions.named(JvmCommand.flags(userOptions))
        + " "
        + CachedOptions.named(userOptions);
  }

  private static String sha256(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash, 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /// A shell makes the cache under a temporary name, so that the driver may end meanwhile; the lock
  /// is a directory, as making one either works or does not.
  private void make(Path file, List<String> userOptions, List<String> priority) {
    try {
      Files.createDirectories(directory);
      deleteUnused();
      Path lock = directory.resolve(file.getFileName() + ".lock");
      breakStale(lock);
      List<String> command = new ArrayList<>();
      command.addAll(List.of("/bin/sh", "-c", SCRIPT, "manta-aot", file.toString()));
      command.addAll(priority);
      command.add(JvmCommand.java());
      command.add("-XX:AOTCacheOutput=" + file + ".new");
      command.addAll(CachedOptions.made(JvmCommand.flags(userOptions)));
      command.addAll(CachedOptions.made(userOptions));
      command.addAll(List.of("-cp", classPath(), Rehearsal.class.getName()));
      new ProcessBuilder(command)
          .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "the cache for workers cannot be made", e);
    }
  }

  void deleteUnused() throws IOException {
    LeastUsed.delete(directory, "worker-*.aot", CACHES_MAX - 1, UNUSED);
    LeastUsed.delete(directory, "jar-*", NOTES_MAX, UNUSED);
    LeastUsed.delete(directory, "directory-*.jar", DIRECTORIES_MAX, UNUSED);
  }

  private String classPath() {
    return String.join(File.pathSeparator, jars.stream().map(Path::toString).toList());
  }

  private static void breakStale(Path lock) throws IOException {
    if (Files.exists(lock)) {
      long age = System.currentTimeMillis() - Files.getLastModifiedTime(lock).toMillis();
      if (age > LOCK_STALE_MILLIS) {
        Files.deleteIfExists(lock);
      }
    }
  }
}
