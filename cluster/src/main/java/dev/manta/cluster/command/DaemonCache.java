package dev.manta.cluster.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.manta.internal.machine.CacheRecording;
import dev.manta.internal.machine.LeastUsed;
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

/// The ahead-of-time cache that makes daemons start faster. It is named by the JVM, its flags, and
/// place, size and time of every jar: a JVM would run what a cache holds although a jar has
/// changed.
///
/// @param directory where it lies, as others do
/// @param java the program that starts a JVM
/// @param flags those that change what a JVM may cache
record DaemonCache(Path directory, String java, String classPath, List<String> flags) {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");
  private static final String REHEARSAL = "dev.manta.cluster.daemon.DaemonRehearsal";
  private static final Duration UNUSED = Duration.ofDays(30);
  private static final int CACHES_MAX = 4;

  Optional<Path> file() {
    return name().filter(Files::exists);
  }

  /// Starts making it at the lowest priority, unless it is there; returns at once.
  Optional<Process> makeIfMissing() {
    return name().filter(file -> !Files.exists(file)).flatMap(this::make);
  }

  private Optional<Process> make(Path file) {
    try {
      Files.createDirectories(directory);
      LeastUsed.delete(directory, "daemon-*.aot", CACHES_MAX - 1, UNUSED);
      List<String> command =
          new ArrayList<>(List.of("nice", "-n", "19", java, CacheRecording.flag(file)));
      command.addAll(flags);
      command.addAll(List.of("-cp", classPath, REHEARSAL));
      return Optional.of(CacheRecording.start(file, command));
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "the cache for daemons cannot be made", e);
      return Optional.empty();
    }
  }

  /// Empty where classes lie in directories, which are not cached.
  Optional<Path> name() {
    try {
      var key = new StringBuilder(System.getProperty("java.vm.version")).append(flags);
      for (String entry : classPath.split(File.pathSeparator, -1)) {
        Path jar = Path.of(entry);
        if (!Files.isRegularFile(jar)) {
          return Optional.empty();
        }
        key.append(jar).append(Files.size(jar)).append(Files.getLastModifiedTime(jar));
      }
      return Optional.of(directory.resolve("daemon-" + digest(key) + ".aot"));
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
