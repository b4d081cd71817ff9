package dev.manta.bench;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// The command `manta` of this checkout.
public final class Launcher {
  private static final long LOOK_EVERY_MILLIS = 100;

  private Launcher() {}

  /// A command line that begins with it.
  public static List<String> command(String... arguments) {
    String home = System.getProperty("manta.home", "");
    if (home.isEmpty()) {
      throw new MantaException(
          ErrorCode.USER, "this benchmark measures the launcher: start it with ./manta bench");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(home, "manta").toString());
    command.addAll(List.of(arguments));
    return command;
  }

  /// The jar that a class comes from.
  public static Path jarOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(type + " has no place of its own", e);
    }
  }

  /// The launcher's start-up cache, which lies beside its jars; empty where it is not made yet.
  public static Optional<Path> cache() {
    Path made = jarOf(Launcher.class).resolve("../..").normalize();
    try (DirectoryStream<Path> caches = Files.newDirectoryStream(made, "launcher*.aot")) {
      Iterator<Path> found = caches.iterator();
      return found.hasNext() ? Optional.of(found.next()) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Waits while a JVM of this machine records a start-up cache: it would take a core from what is
  /// measured.
  public static void awaitCaches(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (ProcessHandle.allProcesses().anyMatch(Launcher::recordsCache)
        && System.nanoTime() < end) {
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private static boolean recordsCache(ProcessHandle process) {
    try {
      String line = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
      return line.contains("-XX:AOTCacheOutput") || line.contains("-XX:AOTMode=create");
    } catch (IOException gone) {
      return false;
    }
  }
}
