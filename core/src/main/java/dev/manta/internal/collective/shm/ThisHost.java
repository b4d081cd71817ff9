package dev.manta.internal.collective.shm;

import dev.manta.internal.machine.OwnFiles;
import dev.manta.internal.machine.Pids;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What this process knows about the machine it runs on.
public final class ThisHost {
  public static final Path SHARED = Path.of("/dev/shm");

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
  private static final Pattern OURS =
      Pattern.compile("(?:manta|" + ProcessLife.PREFIX + "manta)-([0-9a-z]+)-([0-9]+)-.*");

  private ThisHost() {}

  /// Looked up once: asking for the host's name may mean asking a server.
  private static final class Known {
    static final String KEY = find();
  }

  /// Equal for processes that can share memory: same machine, same boot, same shared directory.
  public static String key() {
    return Known.KEY;
  }

  private static String find() {
    return name() + "/" + read(BOOT).map(boot -> boot.substring(0, 8)).orElse("") + device();
  }

  private static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException _) {
      return "localhost";
    }
  }

  private static String device() {
    try {
      return "/" + Files.getAttribute(SHARED, "unix:dev");
    } catch (IOException | UnsupportedOperationException _) {
      return "";
    }
  }

  private static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file).trim());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// A name for a file of this process, which says whose it is.
  public static String fileName() {
    String unique = Long.toString(System.nanoTime() & Long.MAX_VALUE, 36);
    return "manta-" + namespace() + "-" + ProcessHandle.current().pid() + "-" + unique;
  }

  /// Process ids mean something only within one namespace.
  private static String namespace() {
    try {
      String link = Files.readSymbolicLink(PROCESSES).toString();
      return Long.toString(Long.parseLong(link.replaceAll("[^0-9]", "")), 36);
    } catch (IOException | NumberFormatException | UnsupportedOperationException _) {
      return "0";
    }
  }

  /// Deletes what processes that are gone left behind in a directory.
  public static void sweep(Path directory) {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, ThisHost::isLeftBehind)) {
      files.forEach(ThisHost::delete);
    } catch (IOException | DirectoryIteratorException _) {
      return;
    }
  }

  /// What another user left stays, and keeps nothing else.
  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException _) {
      return;
    }
  }

  private static boolean isLeftBehind(Path file) {
    Matcher ours = OURS.matcher(file.getFileName().toString());
    return ours.matches()
        && ours.group(1).equals(namespace())
        && OwnFiles.isMine(file)
        && !Pids.runs(Long.parseLong(ours.group(2)));
  }
}
