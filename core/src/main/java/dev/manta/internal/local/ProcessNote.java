package dev.manta.internal.local;

import dev.manta.internal.machine.Pids;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;

/// Which process a worker is, for a controller that did not start it: a small file in the run's
/// directory with its id and its birth.
record ProcessNote(Path file) {
  /// A process id and a birth.
  private static final Pattern WHOLE = Pattern.compile("\\d+ \\S+");

  static ProcessNote of(Path directory, String worker) {
    return new ProcessNote(all(directory).resolve(worker));
  }

  /// The directory that holds them.
  static Path all(Path directory) {
    return directory.resolve("processes");
  }

  /// Writes it whole; where that cannot be done there is none, not even an older one.
  void write(long pid) {
    Path unnamed = file.resolveSibling("." + file.getFileName() + ".new");
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(unnamed, line(pid));
      Files.move(unnamed, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      delete(unnamed);
      delete();
      System.getLogger("dev.manta.local")
          .log(System.Logger.Level.DEBUG, "cannot note which process a worker is", e);
    }
  }

  /// Whether that process may be the one that was noted; without a whole note every one may.
  boolean allows(long pid) {
    try {
      String noted = Files.readString(file);
      return !WHOLE.matcher(noted).matches() || noted.equals(line(pid));
    } catch (IOException older) {
      return true;
    }
  }

  private static String line(long pid) {
    return pid + " " + Pids.birth(pid).orElse("");
  }

  void delete() {
    delete(file);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException left) {
      // the next one of that name writes it anew
    }
  }
}
