package dev.manta.internal.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where this machine keeps what it can lose: `$MANTA_SCRATCH`, a fast disk of its own, or else its
/// temp directory.
public final class Scratch {
  /// Names the directory; it must be on a disk of this machine.
  public static final String VARIABLE = "MANTA_SCRATCH";

  /// Names the temp directory of the machine; a worker's own one is for this worker alone.
  private static final String TEMP_PROPERTY = "manta.node.temp";

  private static final String PREFIX = "manta-scratch-";
  private static final int SHOWN_MAX = 32;
  private static final int DIGEST_BYTES = 6;
  private static final int TRIES_MAX = 10;
  private static final String HOLDER = "driver";
  private static final String SHARED = "shared";
  private static final Duration KEPT = Duration.ofDays(1);

  private Scratch() {}

  /// What the user has set.
  public static Optional<Path> configured() {
    return configured(System.getenv(VARIABLE));
  }

  static Optional<Path> configured(@Nullable String value) {
    if (value == null || value.isBlank()) {
      return Optional.empty();
    }
    Path directory = Path.of(value);
    if (!directory.isAbsolute()) {
      throw new IllegalArgumentException(
          "%s is \"%s\", which is not an absolute path".formatted(VARIABLE, value));
    }
    return Optional.of(directory);
  }

  /// The temp directory of the machine.
  public static Path temp() {
    return Path.of(System.getProperty(TEMP_PROPERTY, System.getProperty("java.io.tmpdir")));
  }

  /// The option by which a worker knows the temp directory of its machine.
  public static String option() {
    return "-D" + TEMP_PROPERTY + "=" + temp();
  }

  private static Path directory() {
    return configured().orElseGet(Scratch::temp);
  }

  /// Where the workers of a run write what goes with them. Its name says which run that is, on
  /// whatever disk it lies.
  ///
  /// @param run the run's local directory
  public static Path ofRun(Path run) {
    return directory().resolve(nameOf(run));
  }

  /// The name of the directory of a run.
  public static String nameOf(Path run) {
    String path = real(run).toString();
    String name = String.valueOf(run.getFileName()).replaceAll("[^A-Za-z0-9._-]", "_");
    String shown = name.substring(0, Math.min(name.length(), SHOWN_MAX));
    return PREFIX + System.getProperty("user.name") + "-" + shown + "-" + digest(path);
  }

  /// The same whichever link leads there, and whether it is there yet or not.
  private static Path real(Path run) {
    Path path = run.toAbsolutePath().normalize();
    try {
      return path.toRealPath();
    } catch (IOException notThere) {
      Path parent = path.getParent();
      return parent == null ? path : real(parent).resolve(path.getFileName());
    }
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Makes the temp directory of a worker below that of its run, which only this user enters. The
  /// last worker that leaves may take that away meanwhile.
  public static void make(Path temp) throws IOException {
    Path ofRun = around(temp);
    for (int tries = 1; ; tries++) {
      makePrivate(ofRun);
      try {
        Files.createDirectory(temp);
        return;
      } catch (FileAlreadyExistsException there) {
        return;
      } catch (NoSuchFileException taken) {
        if (tries == TRIES_MAX) {
          throw taken;
        }
      }
    }
  }

  private static void makePrivate(Path ofRun) throws IOException {
    Files.createDirectories(around(ofRun));
    try {
      OwnFiles.privateDirectory(ofRun);
    } catch (FileSystemException e) {
      String why = e.getReason() == null ? e.toString() : e.getReason();
      String next = why + "; set " + VARIABLE + " to a directory where you can write";
      throw new FileSystemException(ofRun.toString(), null, next);
    }
  }

  /// Deletes the temp directory of a worker, and that of its run if it was the last.
  public static void leave(Path temp) {
    FileTree.delete(temp);
    Path ofRun = around(temp);
    if (isOfRun(ofRun) && isLeft(ofRun)) {
      FileTree.delete(ofRun);
    }
  }

  private static Path around(Path directory) {
    return Objects.requireNonNull(directory.toAbsolutePath().getParent());
  }

  private static boolean isOfRun(Path directory) {
    return String.valueOf(directory.getFileName()).startsWith(PREFIX);
  }

  private static boolean isLeft(Path ofRun) {
    try (Stream<Path> inside = Files.list(ofRun)) {
      return inside.allMatch(file -> file.endsWith(SHARED));
    } catch (IOException gone) {
      return false;
    }
  }

  /// A directory that the workers of a run on this machine share.
  ///
  /// @param temp the temp directory of one of them
  public static Optional<Path> shared(Path temp) {
    Path ofRun = around(temp);
    return isOfRun(ofRun) ? Optional.of(ofRun.resolve(SHARED)) : Optional.empty();
  }

  /// Says that workers that are threads of this process have their temp directories there.
  public static void hold(Path ofRun) throws IOException {
    makePrivate(ofRun.toAbsolutePath());
    Files.writeString(ofRun.resolve(HOLDER), Long.toString(ProcessHandle.current().pid()));
  }

  private static boolean isHeld(Path ofRun) {
    try {
      String pid = Files.readString(ofRun.resolve(HOLDER)).strip();
      return pid.matches("\\d{1,18}") && Pids.runs(Long.parseLong(pid));
    } catch (IOException nobody) {
      return false;
    }
  }

  /// Makes the directory of a run look new, and those in it.
  public static void touch(Path ofRun) {
    FileTime now = FileTime.from(Instant.now());
    try (Stream<Path> inside = Files.list(ofRun)) {
      for (Path each : Stream.concat(Stream.of(ofRun), inside).toList()) {
        Files.setLastModifiedTime(each, now);
      }
    } catch (IOException gone) {
      System.getLogger("dev.manta.machine")
          .log(System.Logger.Level.DEBUG, "cannot touch " + ofRun, gone);
    }
  }

  /// Deletes what workers have left that were killed together with their driver: directories that
  /// nobody has changed for a day and that no process has as its own.
  public static void sweep() {
    sweep(directory());
  }

  static void sweep(Path directory) {
    Instant old = Instant.now().minus(KEPT);
    List<String> used = null;
    for (Path left : ofAllRuns(directory)) {
      if (OwnFiles.isMine(left) && isOlder(left, old) && !isHeld(left)) {
        used = used == null ? arguments() : used;
        if (used.stream().noneMatch(argument -> argument.contains(left.toString()))) {
          FileTree.delete(left);
        }
      }
    }
  }

  private static List<Path> ofAllRuns(Path directory) {
    String mine = PREFIX + System.getProperty("user.name") + "-*";
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, mine)) {
      found.forEach(all::add);
    } catch (IOException | DirectoryIteratorException none) {
      // Nothing was left.
    }
    return all;
  }

  private static boolean isOlder(Path directory, Instant than) {
    try (Stream<Path> inside = Files.list(directory)) {
      return Stream.concat(Stream.of(directory), inside).allMatch(each -> isBefore(each, than));
    } catch (IOException gone) {
      return false;
    }
  }

  private static boolean isBefore(Path file, Instant than) {
    try {
      return Files.getLastModifiedTime(file).toInstant().isBefore(than);
    } catch (IOException gone) {
      return true;
    }
  }

  private static List<String> arguments() {
    return ProcessHandle.allProcesses()
        .flatMap(process -> Pids.arguments(process).stream())
        .filter(argument -> argument.contains(PREFIX))
        .toList();
  }
}
